/** The list envelope of the contract's section 3. */
export interface Page<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** Makes a page of rows that were read one past the limit. */
export function toPage<T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> {
  const data = rows.slice(0, limit);
  return {
    object: 'list',
    data,
    has_more: rows.length > limit,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}
