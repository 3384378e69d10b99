import { fetchApi, type QueryValues } from './call-api.js';

export interface Download {
  readonly path: string;
  readonly query?: QueryValues;
  readonly fileName: string;
}

/** Bytes that have come; the whole is rarely known. */
export type OnProgress = (bytes: number) => void;

/** Fetches a file (a plain link could not say that the console asks) and hands it to the browser. @throws ApiError, AbortError */
export async function download(
  { path, query, fileName }: Download,
  { onProgress, signal }: { readonly onProgress?: OnProgress; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const answer = await fetchApi(path, { query, signal });
  const blob = await readBlob(answer, onProgress);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readBlob(answer: Response, onProgress: OnProgress | undefined): Promise<Blob> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    parts.push(read.value);
    bytes += read.value.byteLength;
    onProgress?.(bytes);
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? 'text/csv' });
}
