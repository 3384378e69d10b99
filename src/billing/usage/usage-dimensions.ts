/** What tells calls apart that is few of each kind: a call has exactly one value of each, maybe none. */
export const PLAIN_DIMENSIONS = [
  'key',
  'model',
  'tier',
  'router',
  'group',
  'surface',
  'provider',
  'status',
] as const;
/** Said by callers, and many: kept up to a bound. */
export const NAMED_DIMENSIONS = ['tag', 'user'] as const;
export const USAGE_GROUPS = [
  'day',
  'hour',
  'model',
  'key',
  'tier',
  'router',
  'group',
  'surface',
  'tag',
  'user',
  'session',
  'project',
  'provider',
  'status',
] as const;

export type PlainDimension = (typeof PLAIN_DIMENSIONS)[number];
export type NamedDimension = (typeof NAMED_DIMENSIONS)[number];
/** Whose values have numbers. */
export type NumberedDimension = PlainDimension | NamedDimension;
export type UsageDimension = NumberedDimension | 'session';
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The numbers under which the database keeps dimensions: they stay what they are. */
export const DIMENSION_NUMBERS: Readonly<Record<NumberedDimension, number>> = {
  key: 1,
  model: 2,
  tier: 3,
  router: 4,
  group: 5,
  surface: 6,
  provider: 7,
  status: 8,
  tag: 9,
  user: 10,
};

/** The key of what there is nothing to group by. */
export const NONE = 'none';
/** The key of tags and users beyond those that are told apart. */
export const OTHER = 'other';
/** Batches go through no router; their spend is named as if they did. */
export const ROUTER_OF_BATCHES = 'Router (batch)';

/** Different values of a project that are told apart in sums; a constraint of the database says the same. */
export const MOST_VALUES: Readonly<Record<NamedDimension, number>> = { tag: 10_000, user: 1_000_000 };
/** What is numbered without a value. */
export const NOTHING_ID = 0;
export const OTHER_ID = -1;

export const isTime = (group: UsageGroup): group is 'day' | 'hour' => group === 'day' || group === 'hour';
export const isDimension = (group: UsageGroup): group is UsageDimension =>
  !isTime(group) && group !== 'project';
export const isNamed = (dimension: UsageDimension): dimension is NamedDimension =>
  dimension === 'tag' || dimension === 'user';
