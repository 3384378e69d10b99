const STEPS = 10;

/**
 * As RouteLLM measures: the rows `{weak, strong, score}` by falling score, the top share sent to the strong model.
 * `apgr` is the area under the gain, `half` and `most` the shares that win 50 % and 80 % of it.
 */
export function gainFigures(rows) {
  const sorted = [...rows].sort((left, right) => right.score - left.score);
  const total = sorted.reduce((sum, { weak, strong }) => sum + strong - weak, 0);
  const gains = [0];
  for (const { weak, strong } of sorted) gains.push(gains.at(-1) + (strong - weak) / total);
  const at = Array.from(
    { length: STEPS + 1 },
    (_, step) => gains[Math.round((step * sorted.length) / STEPS)],
  );
  const area = at.reduce((sum, gain) => sum + gain, 0) - (at[0] + at[STEPS]) / 2;
  const shareAt = (gain) => gains.findIndex((reached) => reached >= gain) / sorted.length;
  return { rows: sorted.length, apgr: area / STEPS, half: shareAt(0.5), most: shareAt(0.8) };
}

/** How often a row that needed the strong model scores above one that did not. */
export function areaUnderCurve(rows) {
  const sorted = [...rows].sort((left, right) => left.score - right.score);
  let needed = 0;
  let ranks = 0;
  for (const [index, row] of sorted.entries()) {
    if (!row.needed) continue;
    needed += 1;
    ranks += index + 1;
  }
  return (ranks - (needed * (needed + 1)) / 2) / (needed * (sorted.length - needed));
}
