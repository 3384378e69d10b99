import { invalidRequest } from './simulated-fault.js';

export interface MultipartPart {
  name: string;
  filename: string | undefined;
  content: Buffer;
}

const MAX_PARTS = 50;

/**
 * Parts of a `multipart/form-data` body.
 * @throws SimulatedFault 400 when the content type or the body is not multipart.
 */
export function parseMultipart(contentType: string | undefined, body: Buffer): MultipartPart[] {
  const match = /^multipart\/form-data;.*?boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(
    contentType ?? '',
  );
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw invalidRequest('Expected a multipart/form-data body with a boundary.');
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: MultipartPart[] = [];
  let at = body.indexOf(delimiter);
  while (at >= 0 && parts.length < MAX_PARTS) {
    const start = at + delimiter.length;
    const end = body.indexOf(Buffer.from(`\r\n--${boundary}`), start);
    if (end < 0) break;
    const part = parsePart(body.subarray(start + 2, end));
    if (part !== undefined) parts.push(part);
    at = end + 2;
  }
  return parts;
}

function parsePart(bytes: Buffer): MultipartPart | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('utf8', 0, Math.min(headEnd, 4_096));
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) return undefined;
  const filename = /;\s*filename="([^"]*)"/i.exec(head)?.[1];
  return { name, filename, content: bytes.subarray(headEnd + 4) };
}
