import { parseUsd, type PicoUsd } from '../../lib/money.js';
import type { LongContextTier, ModelPrices, RateMultiplier, TokenPrices } from '../catalog-model.js';
import type { FieldReader } from './field-reader.js';

const TOKENS_PER_PRICE = 1_000_000n;
const MULTIPLIER = /^(\d{1,3})(?:\.(\d{1,6}))?$/;

/** Reads a `prices` object: decimals in USD per million tokens, kept exactly as pico-dollars a token. */
export function readModelPrices(reader: FieldReader): ModelPrices {
  const base = readTokenPrices(reader);
  const tiers = reader.objects('tiers').map(readTier);
  const batch = readMultiplier(reader, 'batch_multiplier');
  const fast = readMultiplier(reader, 'fast_multiplier');
  reader.refuseUnread();
  return { ...base, tiers, ...(batch && { batch }), ...(fast && { fast }) };
}

function readTier(reader: FieldReader): LongContextTier {
  const tier = { inputTokensAbove: reader.wholeNumber('input_tokens_above'), ...readTokenPrices(reader) };
  reader.refuseUnread();
  return tier;
}

function readTokenPrices(reader: FieldReader): TokenPrices {
  const cacheRead = readPrice(reader, 'cache_read');
  const cacheWrite5m = readPrice(reader, 'cache_write_5m');
  const cacheWrite1h = readPrice(reader, 'cache_write_1h');
  return {
    input: readRequiredPrice(reader, 'input'),
    output: readRequiredPrice(reader, 'output'),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite5m !== undefined && { cacheWrite5m }),
    ...(cacheWrite1h !== undefined && { cacheWrite1h }),
  };
}

function readRequiredPrice(reader: FieldReader, name: string): PicoUsd {
  const price = readPrice(reader, name);
  if (price === undefined) reader.fault(name, 'a price in USD per million tokens is required');
  return price ?? 0n;
}

function readPrice(reader: FieldReader, name: string): PicoUsd | undefined {
  const text = reader.optionalDecimal(name);
  if (text === undefined) return undefined;
  const perMillion = parseAmount(text);
  if (perMillion !== undefined && perMillion >= 0n && perMillion % TOKENS_PER_PRICE === 0n) {
    return perMillion / TOKENS_PER_PRICE;
  }
  reader.fault(name, `is ${JSON.stringify(text)}, takes USD per million tokens with at most 6 decimals`);
  return undefined;
}

function parseAmount(text: string): PicoUsd | undefined {
  try {
    return parseUsd(text);
  } catch {
    return undefined;
  }
}

function readMultiplier(reader: FieldReader, name: string): RateMultiplier | undefined {
  const text = reader.optionalDecimal(name);
  if (text === undefined) return undefined;
  const [, whole, fraction = ''] = MULTIPLIER.exec(text) ?? [];
  const numerator = whole === undefined ? 0n : BigInt(whole + fraction);
  if (numerator > 0n) return { numerator, denominator: 10n ** BigInt(fraction.length) };
  reader.fault(name, `is ${JSON.stringify(text)}, takes a decimal above 0 such as 0.5`);
  return undefined;
}
