import type { Exchange } from '../http/exchange.js';
import { parseMultipart } from '../http/parse-multipart.js';
import { invalidRequest, notFound } from '../http/simulated-fault.js';
import type { FileStore } from './file-store.js';

const MAX_UPLOAD_BYTES = 201 * 1_024 * 1_024;

/** `/files`, `/files/{id}` and `/files/{id}/content`. @throws SimulatedFault 400, 404 or 413. */
export async function handleFiles(exchange: Exchange, files: FileStore): Promise<void> {
  const [, id, rest] = exchange.path.slice(1).split('/');
  if (id === undefined) {
    if (exchange.method === 'POST') {
      await upload(exchange, files);
      return;
    }
    exchange.sendJson(200, { object: 'list', data: files.list(), has_more: false });
    return;
  }
  if (rest === 'content' && exchange.method === 'GET') {
    exchange.sendBytes(200, files.content(id), { 'content-type': 'application/octet-stream' });
  } else if (rest === undefined && exchange.method === 'DELETE') {
    files.delete(id);
    exchange.sendJson(200, { id, object: 'file', deleted: true });
  } else if (rest === undefined && exchange.method === 'GET') {
    exchange.sendJson(200, files.get(id));
  } else {
    throw notFound(`Invalid URL (${exchange.method} ${exchange.path})`);
  }
}

async function upload(exchange: Exchange, files: FileStore): Promise<void> {
  const body = await exchange.readBody(MAX_UPLOAD_BYTES);
  const parts = parseMultipart(exchange.header('content-type'), body);
  const purpose = parts.find((part) => part.name === 'purpose')?.content.toString();
  const file = parts.find((part) => part.name === 'file');
  if (purpose === undefined) throw invalidRequest("Missing required parameter: 'purpose'.", 'purpose');
  if (file === undefined) throw invalidRequest("Missing required parameter: 'file'.", 'file');
  exchange.sendJson(200, files.add({ filename: file.filename ?? 'upload', purpose, content: file.content }));
}
