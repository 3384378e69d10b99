const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `850 µs`, `12 ms`, `3.42 s`, `2 min 5 s`, `3 h 20 min`, `2 d 4 h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`;
  if (milliseconds === 0) return '0 ms';
  if (milliseconds < 1) return `${Math.round(milliseconds * 1_000)} µs`;
  if (milliseconds < SECOND) return `${Number(milliseconds.toPrecision(3))} ms`;
  if (milliseconds < MINUTE) return `${Number((milliseconds / SECOND).toFixed(2))} s`;
  if (milliseconds < HOUR) return inTwo(milliseconds, [MINUTE, 'min'], [SECOND, 's']);
  if (milliseconds < DAY) return inTwo(milliseconds, [HOUR, 'h'], [MINUTE, 'min']);
  return inTwo(milliseconds, [DAY, 'd'], [HOUR, 'h']);
}

type Unit = readonly [length: number, name: string];

function inTwo(milliseconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((milliseconds % large) / small);
  const whole = `${Math.floor(milliseconds / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}
