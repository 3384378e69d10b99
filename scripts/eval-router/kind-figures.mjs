/** Figures of judged rows `{score, machine, ambiguous}`; `score` from `threshold` on is machine-shaped. */
export function kindFigures(judged, threshold = 0.5) {
  const plain = judged.filter(({ ambiguous }) => !ambiguous);
  const share = (rows, right) => (rows.length === 0 ? undefined : rows.filter(right).length / rows.length);
  const isMachine = ({ score }) => score >= threshold;
  const people = plain.filter(({ machine }) => !machine);
  const programs = plain.filter(({ machine }) => machine);
  return {
    rows: judged.length,
    accuracy: share(plain, (row) => isMachine(row) === row.machine),
    macroF1: macroF1(people, programs, isMachine),
    conversationKept: share(people, (row) => !isMachine(row)),
    machineRecall: share(programs, isMachine),
    ambiguousKept: share(
      judged.filter(({ ambiguous }) => ambiguous),
      (row) => !isMachine(row),
    ),
    auc: areaUnderCurve(people, programs),
  };
}

function macroF1(people, programs, isMachine) {
  if (people.length === 0 || programs.length === 0) return undefined;
  const found = programs.filter(isMachine).length;
  const lost = people.filter(isMachine).length;
  const f1 = (right, wrong, missed) => (2 * right) / (2 * right + wrong + missed);
  return (
    (f1(found, lost, programs.length - found) + f1(people.length - lost, programs.length - found, lost)) / 2
  );
}

/** The share of pairs in which the program scores above the person, by the sum of the programs' ranks. */
function areaUnderCurve(people, programs) {
  if (people.length === 0 || programs.length === 0) return undefined;
  const sorted = [...people, ...programs].sort((left, right) => left.score - right.score);
  let ranks = 0;
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end].score === sorted[start].score) end += 1;
    const shared = (start + 1 + end) / 2;
    for (let index = start; index < end; index += 1) if (sorted[index].machine) ranks += shared;
  }
  return (ranks - (programs.length * (programs.length + 1)) / 2) / (people.length * programs.length);
}
