import type { TextUnit } from './split-units.js';

const LEVEL =
  /(?:^|[\s[(|<"=:])(trace|debug|info(?:rmation)?|notice|warn(?:ing)?|error|err|fatal|crit(?:ical)?|severe|alert|emerg(?:ency)?|panic)(?=[\s\])|>",:]|$)/i;
/** A level stands near the beginning of its line, behind time and host. */
const MAX_HEAD_CHARACTERS = 120;
const HAS_TIME = /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|level=|^\s*\[?(?:[A-Z]{3,9})\b/;
const MIN_LOG_LINES = 6;
const RARE_SHARE = 0.1;
const ALWAYS_RARE = 2;

/** The units of log lines whose level few lines of the text have: whatever is asked, those are what a log is read for. */
export function findRareLogLines(text: string, units: readonly TextUnit[]): Set<number> {
  const byLevel = new Map<string, number[]>();
  let lines = 0;
  let line = -1;
  let level: string | undefined;
  for (const [index, unit] of units.entries()) {
    if (unit.line !== line) {
      line = unit.line;
      level = levelOf(text.slice(unit.start, unit.start + MAX_HEAD_CHARACTERS));
      if (level !== undefined) lines += 1;
    }
    if (level === undefined) continue;
    const members = byLevel.get(level);
    if (members === undefined) byLevel.set(level, [index]);
    else members.push(index);
  }
  if (lines < MIN_LOG_LINES) return new Set();
  const most = Math.max(ALWAYS_RARE, lines * RARE_SHARE);
  return new Set(
    [...byLevel.values()].flatMap((members) =>
      new Set(members.map((index) => units[index]?.line)).size <= most ? members : [],
    ),
  );
}

function levelOf(head: string): string | undefined {
  return HAS_TIME.test(head) ? LEVEL.exec(head)?.[1]?.toLowerCase() : undefined;
}
