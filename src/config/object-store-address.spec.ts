import { describe, expect, it } from 'vitest';
import { readObjectStoreAddress } from './object-store-address.js';

const S3 = {
  kind: 's3',
  prefix: '',
  endpoint: undefined,
  publicEndpoint: undefined,
  region: undefined,
  pathStyle: false,
};

describe('an object store address', () => {
  it.each([
    ['file:///var/lib/gateway', { kind: 'disk', directory: '/var/lib/gateway' }],
    ['file:///with%20blank', { kind: 'disk', directory: '/with blank' }],
    ['s3://bucket', { ...S3, bucket: 'bucket' }],
    ['s3://bucket/?region=eu-west-1', { ...S3, bucket: 'bucket', region: 'eu-west-1' }],
    ['s3://my.bucket/a/b_c/', { ...S3, bucket: 'my.bucket', prefix: 'a/b_c/' }],
    [
      's3://bucket/p?endpoint=http://minio:9000',
      {
        ...S3,
        bucket: 'bucket',
        prefix: 'p/',
        endpoint: 'http://minio:9000',
        region: 'us-east-1',
        pathStyle: true,
      },
    ],
    [
      's3://bucket?endpoint=https%3A%2F%2Fs3.example.com&region=de-1&path_style=false',
      { ...S3, bucket: 'bucket', endpoint: 'https://s3.example.com', region: 'de-1' },
    ],
    [
      's3://bucket?endpoint=http://minio:9000&public_endpoint=https://files.example.com',
      {
        ...S3,
        bucket: 'bucket',
        endpoint: 'http://minio:9000',
        publicEndpoint: 'https://files.example.com',
        region: 'us-east-1',
        pathStyle: true,
      },
    ],
  ])('%s is read', (text, address) => {
    expect(readObjectStoreAddress(text)).toEqual(address);
  });

  it.each([
    'bucket',
    'https://bucket',
    'file://host/directory',
    'file:///a%2Fb',
    'file:///a?b=c',
    's3://',
    's3://B',
    's3://Bucket',
    's3://bucket:9000',
    's3://key:secret@bucket',
    's3://bucket/with blank',
    's3://bucket?endpoint=minio',
    's3://bucket?endpoint=ftp://minio',
    's3://bucket?endpoint=http://minio&public_endpoint=minio',
    's3://bucket?region=EU',
    's3://bucket?path_style=yes',
    's3://bucket?regoin=eu-west-1',
  ])('%s is none', (text) => {
    expect(readObjectStoreAddress(text)).toBeUndefined();
  });
});
