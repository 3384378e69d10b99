import { invalidRequest } from '../http/simulated-fault.js';
import { toRecord, toText, type JsonRecord } from '../json-value.js';

/** Beginning of the base64 of each image type A takes: A compares what is declared with the bytes. */
const IMAGE_BEGINNINGS: Record<string, string> = {
  'image/jpeg': '/9j/',
  'image/png': 'iVBORw0KGgo',
  'image/gif': 'R0lGOD',
  'image/webp': 'UklGR',
};

/** @throws SimulatedFault 400 when the source of an image or document is not one that provider A takes. */
export function checkAttachment(block: JsonRecord, at: string): void {
  const source = toRecord(block.source);
  const type = toText(source.type);
  if (type === 'base64') {
    checkBase64(source, block.type === 'image', at);
  } else if (type === 'url') {
    if (!/^https?:\/\//.test(toText(source.url)))
      throw invalidRequest(`${at}.source.url: Input should be a valid URL`);
  } else if (!['text', 'content', 'file'].includes(type)) {
    throw invalidRequest(`${at}.source: Field required`);
  }
}

function checkBase64(source: JsonRecord, isImage: boolean, at: string): void {
  const mediaType = toText(source.media_type);
  const data = toText(source.data);
  if (data === '') throw invalidRequest(`${at}.source.base64.data: Field required`);
  if (!isImage) {
    if (mediaType !== 'application/pdf') {
      throw invalidRequest(`${at}.source.base64.media_type: Input should be 'application/pdf'`);
    }
    return;
  }
  if (!Object.hasOwn(IMAGE_BEGINNINGS, mediaType)) {
    const accepted = Object.keys(IMAGE_BEGINNINGS)
      .map((name) => `'${name}'`)
      .join(', ');
    throw invalidRequest(`${at}.source.base64.media_type: Input should be one of ${accepted}`);
  }
  const actual = Object.keys(IMAGE_BEGINNINGS).find((name) => data.startsWith(IMAGE_BEGINNINGS[name] ?? ''));
  if (actual !== undefined && actual !== mediaType) {
    throw invalidRequest(
      `${at}.source.base64.data: The image was specified using the ${mediaType} media type, but appears to be a ${actual} image`,
    );
  }
}
