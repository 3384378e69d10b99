import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { MediaBlock } from '../../anthropic/messages-request.js';
import { readObject, requireString } from '../../openai/read-field.js';
import { cleanBase64, leadingBytes, readDataUrl } from './read-data-url.js';
import type { DataUrl } from './read-data-url.js';

const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const PDF_TYPE = 'application/pdf';

/**
 * The block for an `image_url` part (wire notes 1.2): base64 for a data URL, a URL source for http(s).
 * A PDF sent as an image becomes a document.
 * @throws InvalidRequestError naming `…image_url.url`.
 */
export function toImageBlock(imageUrl: unknown, param: string): MediaBlock {
  const plain = typeof imageUrl === 'string';
  const urlParam = plain ? param : `${param}.url`;
  const url = plain ? imageUrl : requireString(readObject(imageUrl, param)?.url, urlParam);
  if (/^https?:\/\//i.test(url)) return { type: 'image', source: { type: 'url', url } };
  const dataUrl = readDataUrl(url);
  if (!dataUrl) {
    throw new InvalidRequestError({
      param: urlParam,
      message: `\`${urlParam}\` must be an http(s) URL or a base64 data URL (\`data:image/png;base64,…\`).`,
    });
  }
  return toInlineBlock(dataUrl, urlParam);
}

/**
 * The image or document block of base64 data. The bytes win over the label: provider A refuses an image whose declared
 * type is not what the bytes are.
 */
export function toInlineBlock(dataUrl: DataUrl, param: string): MediaBlock {
  const data = cleanBase64(dataUrl.base64 ? dataUrl.data : '', param);
  const mediaType = sniffMediaType(leadingBytes(data)) ?? declaredMediaType(dataUrl.mediaType);
  const source = { type: 'base64', media_type: mediaType, data };
  if (mediaType === PDF_TYPE) return { type: 'document', source };
  if (IMAGE_TYPES.has(mediaType)) return { type: 'image', source };
  throw new InvalidRequestError({
    param,
    message: `\`${param}\` has the media type "${mediaType.slice(0, 60)}"; this model takes image/jpeg, image/png, image/gif and image/webp.`,
  });
}

function declaredMediaType(label: string): string {
  return label === 'image/jpg' || label === 'image/pjpeg' ? 'image/jpeg' : label;
}

function sniffMediaType(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.startsWith('%PDF-') ? PDF_TYPE : undefined;
}
