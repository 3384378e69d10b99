export type ContentCoding = 'br' | 'gzip';

/** In the order of liking where the client likes both alike. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

/** The coding that an `Accept-Encoding` (RFC 9110) likes best; `undefined`: none of ours is asked for by name, or the body as it is is liked better. */
export function chooseEncoding(accepted: string | undefined): ContentCoding | undefined {
  if (accepted === undefined || accepted.length > MAX_LENGTH) return undefined;
  const weights = new Map<string, number>();
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => WEIGHT.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  let best: ContentCoding | undefined;
  let most = weights.get('identity') ?? 0;
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? 0;
    if (weight > 0 && (best === undefined ? weight >= most : weight > most)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}

const MAX_LENGTH = 1_000;
const WEIGHT = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i;
