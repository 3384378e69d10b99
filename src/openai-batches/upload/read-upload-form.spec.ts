import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../lib/gateway-error.js';
import { readUploadForm } from './read-upload-form.js';

const TYPE = 'multipart/form-data; boundary=xyz';
const LINES = '{"custom_id":"a"}\r\n--xy\r\n{"custom_id":"b"}\r\n';

const part = (head: string, content: string): string =>
  `--xyz\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const purpose = part('name="purpose"', 'batch');
const file = part('name="file"; filename="in.jsonl"', LINES);
const END = '--xyz--\r\n';

async function* inPieces(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let start = 0; start < whole.length; start += bytes) {
    await Promise.resolve();
    yield whole.subarray(start, start + bytes);
  }
}

interface Stored {
  bytes: Buffer;
}

/** Reads a form; what stays stored in the end is noted. */
async function read(text: string, { contentType = TYPE, pieceBytes = 1_000 } = {}) {
  const kept = new Set<Stored>();
  const outcome = await readUploadForm<Stored>({
    contentType,
    source: inPieces(text, pieceBytes),
    store: async (bytes) => {
      const chunks: Buffer[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      const stored = { bytes: Buffer.concat(chunks) };
      kept.add(stored);
      return stored;
    },
    drop: (stored) => Promise.resolve(void kept.delete(stored)),
  }).catch((error: unknown) => error);
  return { outcome, kept };
}

async function refusalOf(text: string, options = {}): Promise<object> {
  const { outcome, kept } = await read(text, options);
  if (!(outcome instanceof GatewayError)) throw new Error('it was taken, or broke', { cause: outcome });
  expect(kept.size).toBe(0);
  return { status: outcome.status, code: outcome.code, param: outcome.param };
}

describe('an upload form', () => {
  it.each<[string, string, string?]>([
    ['with its purpose first', purpose + file + END],
    ['with its file first', file + purpose + END],
    ['with a preamble, and an epilogue', `To whom it may concern\r\n${purpose}${file}${END}Yours`],
    ['with a quoted boundary', purpose + file + END, 'multipart/form-data; boundary="xyz"; charset=utf-8'],
    ['with a type in capitals', purpose + file + END, 'Multipart/Form-Data;boundary=xyz'],
    [
      'with a type on each part',
      `${file.replace('\r\n\r\n', '\r\nContent-Type: text/html\r\n\r\n')}${purpose}${END}`,
    ],
  ])('%s gives its file, byte for byte, however it is cut', async (_name, text, contentType = TYPE) => {
    for (const pieceBytes of [1, 5, 64, 100_000]) {
      const { outcome, kept } = await read(text, { contentType, pieceBytes });
      expect(outcome).toMatchObject({ filename: 'in.jsonl', fields: { purpose: 'batch' } });
      expect([...kept].map(({ bytes }) => bytes.toString())).toEqual([LINES]);
    }
  });

  it.each<[string, string, string]>([
    ['in UTF-8', 'filename="größe 日本.jsonl"', 'größe 日本.jsonl'],
    ['with a path', 'filename="C:\\dir\\in.jsonl"', 'in.jsonl'],
    ['absent', 'x=y', 'file'],
    ['empty', 'filename=""', 'file'],
    ['very long', `filename="${'ä'.repeat(900)}"`, 'ä'.repeat(255)],
  ])('takes a file name %s', async (_name, head, filename) => {
    const { outcome } = await read(part(`name="file"; ${head}`, LINES) + purpose + END, { pieceBytes: 3 });
    expect(outcome).toMatchObject({ filename });
  });

  it('reads how long the file is to be kept', async () => {
    const expiry = (anchor: string, seconds: string): string =>
      part('name="expires_after[anchor]"', anchor) + part('name="expires_after[seconds]"', seconds);
    const { outcome } = await read(expiry('created_at', '3600') + purpose + file + END);
    expect(outcome).toMatchObject({ fields: { expiresAfterSeconds: 3_600 } });
    for (const [anchor, seconds, param] of [
      ['last_active_at', '3600', 'expires_after[anchor]'],
      ['created_at', '3599', 'expires_after[seconds]'],
      ['created_at', '2592001', 'expires_after[seconds]'],
      ['created_at', '1e5', 'expires_after[seconds]'],
    ] as const)
      expect(await refusalOf(expiry(anchor, seconds) + purpose + file + END)).toMatchObject({
        status: 400,
        param,
      });
  });

  it.each<[string, string, object, string?]>([
    ['no purpose', file + END, { code: 'missing_required_parameter', param: 'purpose' }],
    [
      'another purpose behind its file',
      file + part('name="purpose"', 'fine-tune') + END,
      { code: 'invalid_value', param: 'purpose' },
    ],
    [
      'another purpose before its file',
      part('name="purpose"', 'vision') + file + END,
      { code: 'invalid_value', param: 'purpose' },
    ],
    ['its purpose twice', purpose + purpose + file + END, { param: 'purpose' }],
    ['no file', purpose + END, { code: 'missing_required_parameter', param: 'file' }],
    [
      'a part that there is not',
      purpose + part('name="team"', 'x') + file + END,
      { code: 'unknown_parameter', param: 'team' },
    ],
    ['two files', purpose + file + file + END, { param: 'file' }],
    [
      'its file in another part',
      purpose + part('name="upload"; filename="x"', 'x') + END,
      { param: 'upload' },
    ],
    [
      'a file in base64',
      purpose + file.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n') + END,
      { param: 'file' },
    ],
    ['no end', purpose + file, { code: 'invalid_multipart' }],
    ['an end in the middle of its file', purpose + file.slice(0, -9), { code: 'invalid_multipart' }],
    [
      'an end in the middle of a head',
      `${purpose}--xyz\r\nContent-Disposition: form-da`,
      { code: 'invalid_multipart' },
    ],
    ['nothing', '', { code: 'invalid_multipart' }],
    [
      'another boundary',
      purpose + file + END,
      { code: 'invalid_multipart' },
      'multipart/form-data; boundary=abc',
    ],
    ['no boundary', purpose + file + END, { code: 'invalid_multipart' }, 'multipart/form-data'],
    [
      'an empty boundary',
      purpose + file + END,
      { code: 'invalid_multipart' },
      'multipart/form-data; boundary=',
    ],
    ['JSON', '{"purpose":"batch"}', { code: 'invalid_multipart' }, 'application/json'],
    ['a part without a name', part('x=y', 'z') + file + END, { code: 'missing_required_parameter' }],
    [
      'a file without a name for its part',
      purpose + part('filename="x"', 'z') + END,
      { code: 'invalid_request' },
    ],
    [
      'a huge field',
      purpose + part('name="x"', 'x'.repeat(10_000)) + file + END,
      { code: 'invalid_multipart' },
    ],
    [
      'many fields',
      purpose + Array.from({ length: 40 }, (_, index) => part(`name="f${index}"`, 'x')).join('') + file + END,
      { code: 'invalid_multipart' },
    ],
  ])('with %s is refused, and nothing stays', async (_name, text, refusal, contentType = TYPE) => {
    for (const pieceBytes of [1, 7, 100_000])
      expect(await refusalOf(text, { contentType, pieceBytes })).toMatchObject({ status: 400, ...refusal });
  });

  it('whose store fails is given up with that error', async () => {
    const failing = readUploadForm<Stored>({
      contentType: TYPE,
      source: inPieces(purpose + part('name="file"; filename="x"', 'x'.repeat(3_000_000)) + END, 65_536),
      store: async (bytes) => {
        for await (const _chunk of bytes) throw new Error('the disk is full');
        throw new Error('nothing came');
      },
      drop: () => Promise.reject(new Error('there is nothing')),
    });
    await expect(failing).rejects.toThrow('the disk is full');
  });

  it('whose source breaks leaves nothing, and tells what broke', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield* inPieces(purpose + file.slice(0, -9), 10);
      throw new Error('the client left');
    }
    const kept: Buffer[] = [];
    const failing = readUploadForm<Buffer>({
      contentType: TYPE,
      source: broken(),
      store: async (bytes) => {
        let length = 0;
        for await (const chunk of bytes) length += chunk.length;
        expect(length).toBeGreaterThan(0);
        kept.push(Buffer.alloc(0));
        return Buffer.alloc(0);
      },
      drop: () => Promise.resolve(),
    });
    await expect(failing).rejects.toThrow('the client left');
    expect(kept).toHaveLength(0);
  });

  it('is read no faster than its file is taken', async () => {
    let sent = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      const text = purpose + part('name="file"; filename="x"', 'x'.repeat(20_000_000)) + END;
      for await (const piece of inPieces(text, 65_536)) {
        sent += piece.length;
        yield piece;
      }
    }
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const reading = readUploadForm<number>({
      contentType: TYPE,
      source: counted(),
      store: async (bytes) => {
        await held;
        let length = 0;
        for await (const chunk of bytes) length += chunk.length;
        return length;
      },
      drop: () => Promise.resolve(),
    });
    for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate);
    expect(sent).toBeLessThan(2_000_000);
    release();
    expect(await reading).toMatchObject({ stored: 20_000_000 });
  });
});
