/** A thing as it is kept, of which several people may edit a part at once. */
export interface Saved<Values extends object> {
  readonly values: Values;
  /** Its entity tag, which a change says with `If-Match`. */
  readonly etag: string;
  /** When it became so, where that is told. */
  readonly savedAt?: string | undefined;
}

/** What somebody edits, with what it was made of. JSON, as it outlives a reload. */
export interface Edit<Values extends object> extends Saved<Values> {
  readonly base: Values;
}

export const editOf = <Values extends object>(saved: Saved<Values>, values = saved.values): Edit<Values> => ({
  ...saved,
  values,
  base: saved.values,
});

/** The members that differ, in the order of the first. */
export const differing = <Values extends object>(one: Values, other: Values): readonly (keyof Values)[] =>
  (Object.keys(one) as (keyof Values)[]).filter((field) => one[field] !== other[field]);

/** An edit that says nothing new is none, unless somebody else saved since. */
export const isSpent = <Values extends object>({ values, base }: Edit<Values>): boolean =>
  differing(base, values).length === 0;

/** The edit of who began with `base`, on top of what somebody else saved since: own changes stay, and theirs where there are none. */
export function carryOver<Values extends object>(base: Values, mine: Values, saved: Values): Values {
  const own = Object.fromEntries(differing(base, mine).map((field) => [field, mine[field]]));
  return { ...saved, ...own };
}
