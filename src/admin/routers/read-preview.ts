import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { RouteQuestion } from '../../routing/decision/decision.js';
import { readRouteRequest } from '../../routing/question/route-request.js';
import { scanBody } from '../../surface/scan-body.js';
import { ManagementInputPipe } from '../management-input.pipe.js';
import { PreviewDecision, type RouterDraft } from './preview-requests.dto.js';

export type PreviewedRouter =
  { readonly kind: 'draft'; readonly draft: RouterDraft } | { readonly kind: 'kept'; readonly id: string };

export interface Preview {
  readonly router: PreviewedRouter;
  readonly question: RouteQuestion;
}

const pipe = new ManagementInputPipe();

/**
 * Reads the body of a preview. The request in it is read off the bytes as they came, by the code that reads those of decisions:
 * it may be deeper than our own bodies, and is to weigh what it weighs in a call.
 * @throws InvalidRequestError (400) that names the field, inside `request` too
 */
export async function readPreview(bytes: Buffer): Promise<Preview> {
  const scan = scanBody(bytes);
  const member = scan.find('request');
  if (member !== undefined && member.kind !== 'object')
    throw new InvalidRequestError({
      param: 'request',
      message: '`request` must be the body of a chat call.',
    });
  const { request: _read, ...ours } = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const fields = (await pipe.transform(ours, { type: 'body', metatype: PreviewDecision })) as PreviewDecision;
  const router = readRouter(fields);
  const { task } = fields;
  if ((member === undefined) === (task === undefined)) throw notOneOf('request', 'task');
  if (member === undefined)
    return { router, question: readRouteRequest(Buffer.from(JSON.stringify({ task }))) };
  return { router, question: readInside(bytes.subarray(member.valueStart, member.valueEnd)) };
}

function readRouter({ router: draft, router_id: id }: PreviewDecision): PreviewedRouter {
  if (draft !== undefined && id === undefined) return { kind: 'draft', draft };
  if (id !== undefined && draft === undefined) return { kind: 'kept', id };
  throw notOneOf('router', 'router_id');
}

function readInside(bytes: Buffer): RouteQuestion {
  try {
    return readRouteRequest(bytes);
  } catch (error) {
    throw inside('request', error);
  }
}

/** An error about a body that stands in another one, with the whole path of its field. */
export function inside(field: string, error: unknown): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const { code, message, headers, extra, param } = error;
  const path = param === undefined ? field : `${field}.${param}`;
  return new InvalidRequestError({ code, message, headers, extra, param: path, cause: error });
}

function notOneOf(one: string, other: string): InvalidRequestError {
  return new InvalidRequestError({ param: one, message: `Send one of \`${one}\` and \`${other}\`.` });
}
