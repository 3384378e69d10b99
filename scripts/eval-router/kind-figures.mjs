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
  const found = programs.filter(isMachine).length;
  const lost = people.filter(isMachine).length;
  const f1 = (right, wrong, missed) => (2 * right) / (2 * right + wrong + missed);
  return (
    (f1(found, lost, programs.length - found) + f1(people.length - lost, programs.length - found, lost)) / 2
  );
}

/** The share of pairs in which the program scores above the person. */
function areaUnderCurve(people, programs) {
  if (people.length === 0 || programs.length === 0) return undefined;
  let wins = 0;
  for (const program of programs)
    for (const person of people)
      wins += program.score > person.score ? 1 : program.score === person.score ? 0.5 : 0;
  return wins / (people.length * programs.length);
}
