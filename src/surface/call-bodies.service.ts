import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { EmptyBalances } from '../billing/holds/empty-balances.service.js';
import { RequestBodies } from '../http/bodies/request-bodies.service.js';

export interface CallBody {
  readonly capBytes: number;
  /** The spend gate stands before whatever the body asks for: then an empty balance is told before a large one is read. */
  readonly isPaid?: boolean;
  /** Asked when the balance is empty: whether the call may be one that is never billed. */
  readonly mayBeFree?: () => Promise<boolean>;
}

/** Larger ones are worth a look at the balance before they are read; smaller ones came with their head. */
const LARGE_FROM_BYTES = 65_536;

/** The bodies of routes that an API key opens, counted for the key's organization. */
@Injectable()
export class CallBodies {
  constructor(
    private readonly bodies: RequestBodies,
    private readonly emptyBalances: EmptyBalances,
  ) {}

  /**
   * The whole body; at once when it is there.
   * @throws InsufficientBalanceError, CardDeclinedError (402) before a large body is read, and what `RequestBodies.read` throws
   */
  read(
    request: FastifyRequest,
    reply: FastifyReply,
    { capBytes, isPaid = false, mayBeFree }: CallBody,
  ): Buffer | Promise<Buffer> {
    const caller = callerOf(request);
    const wanted = { capBytes, holder: caller.organizationId };
    // Whether a project with keys of its own pays for a call is known when its model is.
    const mayCost = isPaid && caller.providerKeys === undefined;
    const looking = mayCost && isLarge(request, capBytes) ? this.emptyBalances.refuse(caller) : undefined;
    const read = (): Buffer | Promise<Buffer> => this.bodies.read(request.raw, reply.raw, wanted);
    if (looking === undefined) return read();
    return looking.then(read, async (refusal: unknown) => {
      if (mayBeFree !== undefined && (await mayBeFree())) return read();
      throw refusal;
    });
  }

  /** The body as it comes. @throws what `RequestBodies.stream` throws */
  stream(request: FastifyRequest, capBytes: number): AsyncIterable<Buffer> {
    return this.bodies.stream(request.raw, capBytes);
  }
}

/** As far as its head tells: what is compressed may be of any size. What is over the cap is refused for that. */
function isLarge({ headers }: FastifyRequest, capBytes: number): boolean {
  const declared = Number(headers['content-length'] ?? Number.NaN);
  if (declared > capBytes) return false;
  return !(declared <= LARGE_FROM_BYTES) || headers['content-encoding'] !== undefined;
}
