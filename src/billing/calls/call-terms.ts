/** What calls are found by: marks tell what a term stands for, and the rest is what the caller said. */
const MARKS = { tag: 't:', user: 'u:', session: 's:', metadata: 'm:' } as const;
/** In characters: a pair of metadata may be longer than an index takes. The call itself tells whether it is really meant. */
const MAX_TERM = 200;

/** What a call must have said. */
export interface SaidFilters {
  readonly tag?: string;
  readonly user?: string;
  readonly session?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The terms that calls have which pass. */
export function termsOf({ tag, user, session, metadata = {} }: SaidFilters): readonly string[] {
  const terms = [
    ...(session === undefined ? [] : [MARKS.session + session]),
    ...(user === undefined ? [] : [MARKS.user + user]),
    ...Object.entries(metadata).map((pair) => MARKS.metadata + pair.join('=')),
    ...(tag === undefined ? [] : [MARKS.tag + tag]),
  ];
  return terms.map(cut);
}

/** As the database cuts: by characters, not by the halves of which JavaScript makes some. */
function cut(term: string): string {
  return term.length <= MAX_TERM ? term : Array.from(term).slice(0, MAX_TERM).join('');
}

/** The terms of the calls that transactions from `$1` to before `$2` wrote. */
export const INSERT_TERMS = `
INSERT INTO call_terms (project_id, term, call_id)
SELECT DISTINCT project_id, left(term, ${MAX_TERM}), id
  FROM calls CROSS JOIN LATERAL (
    SELECT '${MARKS.tag}' || tag FROM unnest(tags) AS tag
    UNION ALL SELECT '${MARKS.user}' || end_user WHERE end_user IS NOT NULL
    UNION ALL SELECT '${MARKS.session}' || session_id WHERE session_id IS NOT NULL
    UNION ALL SELECT '${MARKS.metadata}' || key || '=' || value FROM jsonb_each_text(metadata)
  ) AS said (term)
 WHERE written_in >= $1 AND written_in < $2
   AND (tags IS NOT NULL OR end_user IS NOT NULL OR session_id IS NOT NULL OR metadata IS NOT NULL)
 ORDER BY 1, 2, 3`;
