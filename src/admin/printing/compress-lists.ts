import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type ContentCoding } from '../../http/choose-encoding.js';

const MANAGEMENT = '/api/v1/admin/';
/** Lists, counts by hour and traces alone: an answer that holds a secret is never compressed beside what others wrote. */
const LISTS = ['{"object":"list"', '{"object":"calls.histogram"', '{"trace_id":'];
/** Below that the head outweighs what is saved. */
const MIN_BYTES = 1_024;
/** Compressions under way in the process; beyond that answers go out as they are. They share their threads with other work. */
const LISTS_AT_ONCE = 2;
/** As long as their clients take. */
const FILES_AT_ONCE = 4;
const GZIP = { level: 4 } as const;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Record<ContentCoding, (text: string) => Promise<Buffer>> = {
  gzip: (text) => promisify(gzip)(text, GZIP),
  br: (text) => promisify(brotliCompress)(text, BROTLI),
};

/**
 * Lists of the management API go out compressed where the client asks for it, files of them as they are read. On threads of the
 * pool, a few at once: calls, which write their own answers, never come here and wait for none of it.
 */
export function compressLists(fastify: FastifyInstance): void {
  const lists = new Places(LISTS_AT_ONCE);
  const files = new Places(FILES_AT_ONCE);
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!isListAnswer(request, reply, payload)) return payload;
    addVary(reply);
    const coding = chooseEncoding(request.headers['accept-encoding']);
    if (coding === undefined) return payload;
    const leave = (typeof payload === 'string' ? lists : files).enter();
    if (leave === undefined) return payload;
    void reply.header('content-encoding', coding);
    if (typeof payload === 'string') return compress[coding](payload).finally(leave);
    void reply.removeHeader('content-length');
    return payload.pipe(encoder(payload, coding).once('close', leave));
  });
}

class Places {
  private taken = 0;

  constructor(private readonly most: number) {}

  /** @returns how to leave; `undefined` when all places are taken */
  enter(): (() => void) | undefined {
    if (this.taken >= this.most) return undefined;
    this.taken += 1;
    return () => {
      this.taken -= 1;
    };
  }
}

function isListAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Readable {
  if (request.method !== 'GET' || reply.statusCode !== 200 || !request.url.startsWith(MANAGEMENT))
    return false;
  if (typeof payload === 'string')
    return payload.length >= MIN_BYTES && LISTS.some((start) => payload.startsWith(start));
  return payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('text/csv');
}

/** A file that breaks off breaks its compression off too, so that half of it is not taken for the whole. */
function encoder(source: Readable, coding: ContentCoding) {
  const stream = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  source.once('error', (error) => stream.destroy(error));
  stream.once('close', () => source.destroy());
  return stream;
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
}
