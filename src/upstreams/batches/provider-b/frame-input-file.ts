import type { PortionFrame } from '../portion-body.js';
import { shapeItem } from '../shape-item.js';
import { upstreamItemIds } from '../upstream-item-ids.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

export const CHAT_ENDPOINT = '/v1/chat/completions';

/** A portion as the multipart upload of provider B's input file: one request a line, all for one endpoint (wire notes 4). */
export function frameInputFile(
  portionId: string,
  { boundary, endpoint }: { boundary: string; endpoint: string },
): PortionFrame {
  const idFor = upstreamItemIds(portionId);
  return {
    head: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="requests.jsonl"\r\n` +
        'Content-Type: application/jsonl\r\n\r\n',
    ),
    encode: async (item) => [
      Buffer.from(`{"custom_id":"${idFor(item.customId)}","method":"POST","url":"${endpoint}","body":`),
      onOneLine(await shapeItem(item)),
      Buffer.from('}'),
    ],
    between: Buffer.from('\n'),
    tail: Buffer.from(`\n\r\n--${boundary}--\r\n`),
  };
}

/** Line ends in JSON are white space between its tokens, never part of a string. */
export function onOneLine(json: Buffer): Buffer {
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  const line = Buffer.from(json);
  for (const byte of [LINE_FEED, CARRIAGE_RETURN])
    for (let at = line.indexOf(byte); at >= 0; at = line.indexOf(byte, at + 1)) line[at] = SPACE;
  return line;
}
