import type { ModelPrices } from '../../catalog/catalog-model.js';
import type { PicoUsd } from '../../lib/money.js';

/** Tokens of a group's recent calls, whichever models answered them. */
export interface TrafficMix {
  readonly inputTokens: bigint;
  readonly outputTokens: bigint;
}

/** A group without metered calls: three parts prompt, one part answer. */
export const USUAL_MIX: TrafficMix = { inputTokens: 3n, outputTokens: 1n };

/**
 * What a model would take for a group's traffic: its live input and output prices times the group's own tokens, so that a
 * group of long prompts and one-word answers compares models by their input price. Cache rates, long-context tiers and the
 * batch tier are left out. The sum compares models within one group; it is nobody's bill.
 */
export function blendPrice(
  { input, output }: Pick<ModelPrices, 'input' | 'output'>,
  mix: TrafficMix,
): PicoUsd {
  const { inputTokens, outputTokens } = isEmpty(mix) ? USUAL_MIX : mix;
  return input * inputTokens + output * outputTokens;
}

function isEmpty({ inputTokens, outputTokens }: TrafficMix): boolean {
  return inputTokens + outputTokens === 0n;
}
