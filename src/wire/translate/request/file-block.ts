import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { MediaBlock } from '../../anthropic/messages-request.js';
import { readString, requireObject } from '../../openai/read-field.js';
import { toInlineBlock } from './image-block.js';
import { cleanBase64, readDataUrl } from './read-data-url.js';
import type { DataUrl } from './read-data-url.js';

/**
 * The block for a `file` part with `file_data` (wire notes 1.2): PDF and plain text documents, images.
 * @throws InvalidRequestError for a `file_id` (ids of one vendor mean nothing at another) and for other file types.
 */
export function toFileBlock(value: unknown, param: string): MediaBlock {
  const file = requireObject(value, param);
  const fileData = readString(file.file_data, `${param}.file_data`);
  const title = readString(file.filename, `${param}.filename`) || undefined;
  if (fileData === undefined) throw withoutData(file.file_id, param);
  const dataParam = `${param}.file_data`;
  if (/^https?:\/\//i.test(fileData))
    return { type: 'document', source: { type: 'url', url: fileData }, title };
  const dataUrl = readDataUrl(fileData) ?? { mediaType: '', base64: true, data: fileData };
  const block = dataUrl.mediaType.startsWith('text/')
    ? toTextDocument(dataUrl, dataParam)
    : toInlineFile(dataUrl, dataParam);
  return block.type === 'document' ? { ...block, title } : block;
}

function toTextDocument(dataUrl: DataUrl, param: string): MediaBlock {
  const data = decodeText(dataUrl, param);
  if (data.trim() === '')
    throw new InvalidRequestError({ param, message: `\`${param}\` is an empty text file.` });
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data } };
}

function decodeText(dataUrl: DataUrl, param: string): string {
  try {
    if (!dataUrl.base64) return decodeURIComponent(dataUrl.data);
  } catch {
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` is no valid data URL: send the file as base64.`,
    });
  }
  const bytes = Buffer.from(cleanBase64(dataUrl.data, param), 'base64');
  const charset = dataUrl.charset ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` holds bytes that are no ${charset.slice(0, 40)} text: send the text in UTF-8, or name its \`charset\` in the data URL.`,
      cause: error,
    });
  }
}

function toInlineFile(dataUrl: DataUrl, param: string): MediaBlock {
  try {
    return toInlineBlock(dataUrl, param);
  } catch (error) {
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` must be a base64 data URL of a PDF, a plain text file or an image, as in \`data:application/pdf;base64,…\`.`,
      cause: error,
    });
  }
}

function withoutData(fileId: unknown, param: string): InvalidRequestError {
  if (typeof fileId === 'string') {
    return new InvalidRequestError({
      param: `${param}.file_id`,
      message: `\`${param}.file_id\` cannot be used with this model: send the file's content in \`file_data\` instead.`,
    });
  }
  return new InvalidRequestError({
    param: `${param}.file_data`,
    message: `\`${param}.file_data\` is required: a base64 data URL.`,
  });
}
