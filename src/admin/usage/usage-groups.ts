import { USAGE_GROUPS, type UsageGroup } from '../../billing/usage/usage-dimensions.js';

/** How usage is cut: by one grouping, or each group by a second one. */
export type UsageGrouping = readonly [UsageGroup] | readonly [UsageGroup, UsageGroup];

/** `model`, or `hour,model`; `undefined` for anything else. */
export function readGrouping(text: string): UsageGrouping | undefined {
  const [first, second, ...more] = text.split(',').map(groupNamed);
  if (first === undefined || more.length > 0 || first === second) return undefined;
  if (!text.includes(',')) return [first];
  return second === undefined ? undefined : [first, second];
}

const groupNamed = (word: string): UsageGroup | undefined => USAGE_GROUPS.find((group) => group === word);

export const GROUPING_RULE = `one or two different ones of ${USAGE_GROUPS.join(', ')}, with a comma between them`;
