import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type { CacheControl, MediaBlock, RequestBlock, TextBlock } from '../../anthropic/messages-request.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { requireObject, requireString, wrongType } from '../../openai/read-field.js';
import { toFileBlock } from './file-block.js';
import { toImageBlock } from './image-block.js';
import { readCacheControl } from './read-cache-control.js';

const PARTS_A_STEP = 128;

/** A text block, or `undefined` for text without a visible character, which provider A refuses. */
export function toTextBlock(text: string, cacheControl?: CacheControl): TextBlock | undefined {
  if (!/\S/.test(text)) return undefined;
  return cacheControl ? { type: 'text', text, cache_control: cacheControl } : { type: 'text', text };
}

/**
 * The blocks of a `content` value: a string, an array of parts, or null (wire notes 1.2). `cache_control` stays on the
 * block of its part; on an empty text it moves to the part before.
 * @throws InvalidRequestError naming the part that provider A has no equivalent for.
 */
export function* toContentBlocks(content: unknown, param: string): Steps<RequestBlock[]> {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return withoutAbsent([toTextBlock(content)]);
  if (!Array.isArray(content)) throw wrongType(param, 'a string or an array of parts');
  const blocks: RequestBlock[] = [];
  for (const [index, part] of content.entries()) {
    addPart(blocks, part, `${param}[${index}]`);
    if (index % PARTS_A_STEP === PARTS_A_STEP - 1) yield;
  }
  return blocks;
}

/** The blocks with the breakpoint on the last one; a breakpoint that is there already stays. */
export function withCacheControl(
  blocks: RequestBlock[],
  cacheControl: CacheControl | undefined,
): RequestBlock[] {
  const last = blocks.at(-1);
  if (!cacheControl || !last) return blocks;
  return [...blocks.slice(0, -1), { cache_control: cacheControl, ...last } as RequestBlock];
}

function addPart(blocks: RequestBlock[], value: unknown, param: string): void {
  const part = typeof value === 'string' ? { type: 'text', text: value } : requireObject(value, param);
  const cacheControl = readCacheControl(part.cache_control, `${param}.cache_control`);
  const block = toBlock(part, param);
  if (block) {
    blocks.push(cacheControl ? ({ ...block, cache_control: cacheControl } as RequestBlock) : block);
  } else if (cacheControl) {
    const before = blocks.pop();
    if (before) blocks.push({ cache_control: cacheControl, ...before } as RequestBlock);
  }
}

function toBlock(part: JsonObject, param: string): RequestBlock | undefined {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return toTextBlock(requireString(part.text, `${param}.text`));
    case 'refusal':
      return toTextBlock(requireString(part.refusal, `${param}.refusal`));
    case 'image_url':
      return toImageBlock(part.image_url, `${param}.image_url`);
    case 'file':
      return toFileBlock(part.file, `${param}.file`);
    case 'image':
    case 'document':
      requireObject(part.source, `${param}.source`);
      return toNativeBlock(part, part.type);
    case 'search_result':
      return toNativeBlock(part, part.type);
    case 'input_audio':
      throw unsupportedPart(param, 'audio input is not supported by this model; send a transcript as text');
    default:
      throw unsupportedPart(
        param,
        `a part of type ${quote(part.type)} is not supported by this model; it takes text, image_url and file`,
      );
  }
}

// Provider A's own parts are an extension of ours: nothing in them is ours to change.
function toNativeBlock(part: JsonObject, type: MediaBlock['type']): MediaBlock {
  const { cache_control: _cacheControl, ...members } = part;
  return { ...members, type };
}

function unsupportedPart(param: string, reason: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\`: ${reason}.` });
}

function quote(type: unknown): string {
  return typeof type === 'string' ? `"${type.slice(0, 40)}"` : 'unknown';
}

function withoutAbsent(blocks: (RequestBlock | undefined)[]): RequestBlock[] {
  return blocks.filter((block) => block !== undefined);
}
