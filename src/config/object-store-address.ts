import { fileURLToPath } from 'node:url';

export interface DiskAddress {
  readonly kind: 'disk';
  /** Absolute. */
  readonly directory: string;
}

export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  /** Before each object's name: empty, or ending in a slash. */
  readonly prefix: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  /** Where clients reach the same bucket, when that is another address; signed ones name it. */
  readonly publicEndpoint: string | undefined;
  /** Absent: what the AWS variables say. */
  readonly region: string | undefined;
  /** `endpoint/bucket/name`, as most S3-compatible servers want it, and not `bucket.endpoint/name`. */
  readonly pathStyle: boolean;
}

/** Where large bodies are kept. */
export type ObjectStoreAddress = DiskAddress | S3Address;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ['endpoint', 'public_endpoint', 'region', 'path_style'];
/** Servers of other makers take any region, and the signature needs one. */
const REGION_OF_OTHERS = 'us-east-1';

/**
 * Reads `file:///directory` or `s3://bucket/prefix?endpoint=…&public_endpoint=…&region=…&path_style=…`.
 * Path style is the default with an endpoint. `undefined`: the text is neither.
 */
export function readObjectStoreAddress(text: string): ObjectStoreAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:') return readDisk(url);
  return url.protocol === 's3:' ? readS3(url) : undefined;
}

function readDisk(url: URL): DiskAddress | undefined {
  if (url.search !== '' || url.hash !== '') return undefined;
  try {
    return { kind: 'disk', directory: fileURLToPath(url) };
  } catch {
    // Another host, or a slash written as %2F.
    return undefined;
  }
}

function readS3(url: URL): S3Address | undefined {
  const { hostname: bucket, searchParams: parameters } = url;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const endpoint = parameters.get('endpoint') ?? undefined;
  const publicEndpoint = parameters.get('public_endpoint') ?? undefined;
  const region = parameters.get('region') ?? (endpoint === undefined ? undefined : REGION_OF_OTHERS);
  const pathStyle = parameters.get('path_style') ?? (endpoint === undefined ? 'false' : 'true');
  const isRight =
    BUCKET.test(bucket) &&
    url.port + url.username + url.password + url.hash === '' &&
    segments.every((segment) => PREFIX_SEGMENT.test(segment)) &&
    [...parameters.keys()].every((name) => PARAMETERS.includes(name)) &&
    [endpoint, publicEndpoint].every((one) => one === undefined || isOrigin(one)) &&
    (region === undefined || REGION.test(region)) &&
    ['true', 'false'].includes(pathStyle);
  if (!isRight) return undefined;
  const prefix = segments.map((segment) => `${segment}/`).join('');
  return { kind: 's3', bucket, prefix, endpoint, publicEndpoint, region, pathStyle: pathStyle === 'true' };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && search === '' && hash === '';
}
