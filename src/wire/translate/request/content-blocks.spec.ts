import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { atOnce } from '../../../lib/steps.js';
import type { RequestBlock } from '../../anthropic/messages-request.js';
import { toContentBlocks } from './content-blocks.js';

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
const PNG = base64('\x89PNG\r\n\x1a\n0000');
const JPEG = base64('\xff\xd8\xff\xe00000');
const GIF = base64('GIF89a0000');
const WEBP = base64('RIFF0000WEBP0000');
const PDF = base64('%PDF-1.7 0000');
const UNKNOWN = base64('00000000000000');

const image = (url: string): object => ({ type: 'image_url', image_url: { url, detail: 'high' } });
const file = (members: object): object => ({ type: 'file', file: members });
const inline = (mediaType: string, data: string): object => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
});

const blocksOf = (content: unknown, param: string): RequestBlock[] => atOnce(toContentBlocks(content, param));

describe('image parts', () => {
  it.each<[string, string, object]>([
    ['a PNG', `data:image/png;base64,${PNG}`, inline('image/png', PNG)],
    ['image/jpg', `data:image/jpg;base64,${UNKNOWN}`, inline('image/jpeg', UNKNOWN)],
    ['a JPEG labelled PNG', `data:image/png;base64,${JPEG}`, inline('image/jpeg', JPEG)],
    ['a GIF without a label', `data:;base64,${GIF}`, inline('image/gif', GIF)],
    [
      'a WebP labelled as a stream of bytes',
      `data:application/octet-stream;base64,${WEBP}`,
      inline('image/webp', WEBP),
    ],
    ['upper case and parameters', `DATA:Image/PNG;charset=utf-8;BASE64,${PNG}`, inline('image/png', PNG)],
    ['line breaks', `data:image/png;base64,${PNG.slice(0, 8)}\n ${PNG.slice(8)}`, inline('image/png', PNG)],
    ['the URL-safe alphabet', 'data:image/png;base64,_-8=', inline('image/png', '/+8=')],
    [
      'a PDF',
      `data:application/pdf;base64,${PDF}`,
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
    ],
    [
      'an https URL',
      'https://x.test/a.png?b=1',
      { type: 'image', source: { type: 'url', url: 'https://x.test/a.png?b=1' } },
    ],
    ['an http URL', 'HTTP://x.test/a', { type: 'image', source: { type: 'url', url: 'HTTP://x.test/a' } }],
  ])('translates %s', (_name, url, expected) => {
    expect(blocksOf([image(url)], 'c')).toEqual([expected]);
  });

  it('takes the URL as plain text too', () => {
    expect(blocksOf([{ type: 'image_url', image_url: 'https://x.test/a' }], 'c')).toEqual([
      { type: 'image', source: { type: 'url', url: 'https://x.test/a' } },
    ]);
  });

  it.each([
    '',
    'ftp://x.test/a',
    'file:///etc/passwd',
    'x.png',
    'data:image/png',
    'data:image/png;base64,',
    'data:image/png;base64,é!',
    'data:image/png,raw',
    `data:image/tiff;base64,${UNKNOWN}`,
    `data:text/plain;base64,${UNKNOWN}`,
  ])('refuses the URL %j and names the part', (url) => {
    const attempt = (): unknown => blocksOf(['text', image(url)], 'messages[2].content');
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(expect.objectContaining({ param: 'messages[2].content[1].image_url.url' }));
  });

  it.each([
    [{ type: 'image_url' }],
    [{ type: 'image_url', image_url: {} }],
    [{ type: 'image_url', image_url: { url: 5 } }],
  ])('refuses %j', (part) => {
    expect(() => blocksOf([part], 'c')).toThrow(InvalidRequestError);
  });

  it('forwards an image in provider A shape with what we do not know in it', () => {
    const part = {
      type: 'image',
      source: { type: 'file', file_id: 'file_1' },
      extra: 1,
      cache_control: { type: 'ephemeral' },
    };
    expect(blocksOf([part], 'c')).toEqual([part]);
  });
});

describe('file parts', () => {
  it.each<[string, object, object]>([
    [
      'a PDF with its name',
      { file_data: `data:application/pdf;base64,${PDF}`, filename: 'a.pdf' },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: PDF },
        title: 'a.pdf',
      },
    ],
    [
      'bare base64 of a PDF',
      { file_data: PDF },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
    ],
    [
      'a base64 text',
      { file_data: `data:text/plain;base64,${Buffer.from('Größe').toString('base64')}`, filename: 'a.txt' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Größe' }, title: 'a.txt' },
    ],
    [
      'a percent-encoded text',
      { file_data: 'data:text/markdown,%23%20Hi' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# Hi' } },
    ],
    [
      'a URL',
      { file_data: 'https://x.test/a.pdf' },
      { type: 'document', source: { type: 'url', url: 'https://x.test/a.pdf' } },
    ],
    ['an image', { file_data: `data:image/png;base64,${PNG}`, filename: 'a.png' }, inline('image/png', PNG)],
  ])('translates %s', (_name, members, expected) => {
    expect(blocksOf([file(members)], 'c')).toEqual([expected]);
  });

  it.each<[object, string]>([
    [{ file_id: 'file-1' }, 'c[0].file.file_id'],
    [{}, 'c[0].file.file_data'],
    [{ file_data: 5 }, 'c[0].file.file_data'],
    [{ file_data: 'data:application/zip;base64,UEsDBA==' }, 'c[0].file.file_data'],
    [{ file_data: 'data:text/plain,%ZZ' }, 'c[0].file.file_data'],
    [{ file_data: 'data:text/plain;base64,' }, 'c[0].file.file_data'],
    [{ file_data: 'data:text/plain,' }, 'c[0].file.file_data'],
  ])('refuses %j and names %s', (members, param) => {
    const attempt = (): unknown => blocksOf([file(members)], 'c');
    expect(attempt).toThrow(InvalidRequestError);
    expect(attempt).toThrow(expect.objectContaining({ param }));
  });
});
