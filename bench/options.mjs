import { ROWS } from './rows.mjs';

export const PEER_NAMES = ['direct', 'bare', 'gateway', 'portkey'];

const FULL = {
  rounds: 3,
  sliceSeconds: 1.5,
  warmUpSeconds: 1,
  breakInSeconds: 3,
  growthCalls: 100_000,
  deadlineSeconds: 720,
};
const QUICK = {
  rounds: 2,
  sliceSeconds: 0.6,
  warmUpSeconds: 0.5,
  breakInSeconds: 1,
  growthCalls: 10_000,
  deadlineSeconds: 240,
};

export const USAGE = `node bench/run.mjs [options]

  --quick              short slices and two rounds: a look, not a figure to keep
  --rows a,b           only these rows: ${ROWS.map((row) => row.id).join(', ')}
  --peers a,b          only these peers: ${PEER_NAMES.join(', ')}
  --rounds N           rounds (3)           --slice SECONDS   measured part of a slice (1.5)
  --warm-up SECONDS    uncounted part of a slice (1)
  --json FILE          everything measured, as JSON
  --stand-in           a second bare proxy plays the gateway: what is not 1.00 then is noise`;

/** Reads the command line; throws an Error with one line that says what is wrong. */
export function readOptions(argv) {
  const quick = argv.includes('--quick');
  const options = {
    ...(quick ? QUICK : FULL),
    quick,
    standIn: false,
    rows: null,
    peers: null,
    jsonFile: null,
  };
  for (let index = 0; index < argv.length; index++) {
    const name = argv[index];
    if (name === '--quick') continue;
    if (name === '--stand-in') {
      options.standIn = true;
      continue;
    }
    const value = argv[++index];
    if (value === undefined) throw new Error(`${name} is unknown or lacks its value`);
    if (name === '--rows')
      options.rows = readNames(
        name,
        value,
        ROWS.map((row) => row.id),
      );
    else if (name === '--peers') options.peers = readNames(name, value, PEER_NAMES);
    else if (name === '--rounds')
      options.rounds = readNumber(name, value, { least: 1, most: 9, whole: true });
    else if (name === '--slice') options.sliceSeconds = readNumber(name, value, { least: 0.2, most: 10 });
    else if (name === '--warm-up') options.warmUpSeconds = readNumber(name, value, { least: 0.2, most: 10 });
    else if (name === '--json') options.jsonFile = value;
    else throw new Error(`${name} is unknown`);
  }
  // Longer slices may take longer, still within a bound.
  options.deadlineSeconds *= Math.max(
    1,
    (options.rounds * (options.sliceSeconds + options.warmUpSeconds)) / 7.5,
  );
  return options;
}

/** The rows asked for; those without a bar only when they are named. */
export function chosenRows(options) {
  return ROWS.filter((row) =>
    options.rows === null ? row.onlyOnDemand !== true : options.rows.includes(row.id),
  );
}

function readNames(name, value, known) {
  const names = value.split(',');
  const unknown = names.find((candidate) => !known.includes(candidate));
  if (unknown !== undefined) throw new Error(`${name}: \`${unknown}\` is none of ${known.join(', ')}`);
  return names;
}

function readNumber(name, value, { least, most, whole = false }) {
  const number = Number(value);
  if (!(number >= least && number <= most) || (whole && !Number.isInteger(number))) {
    throw new Error(
      `${name} takes ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}, not \`${value}\``,
    );
  }
  return number;
}
