import type { OfferedTool } from './simulated-prompt.js';

const MIN_WORD_CHARS = 3;
const MAX_QUESTION_CHARS = 4_000;
const MAX_SUMMARY_CHARS = 300;
/** A word of a tool's name says more about it than one of its description. */
const NAME_SCORE = 2;
const ENOUGH = 2;
const wordList = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Say little in a name, and nothing in a description. */
const VERBS = wordList(
  'get set read write run list find search create update edit delete make show add open close exit ask call fetch send execute answer',
);
/** Say little anywhere. */
const NOUNS = wordList('file task plan mode code command project tool function user question');
const EMPTY = wordList(
  'the this that here there what which who how why when where you your are was can could would will should please with from for and but not have has does did about into our any all give tell use using help need want like just one some more them then than its hello hey thank',
);
const STARTS_AGENTS =
  /\b(?:launch|start|spawn|run|create|delegate|dispatch|hand)\w*\b[^.\n]{0,60}\b(?:sub-?)?agents?\b/i;

/** The tools that fit what was asked, best first and equals together; none when no name or summary has to do with it. */
export function fittingTools(tools: readonly OfferedTool[], question: string): OfferedTool[] {
  const asked = wordsOf(question.slice(0, MAX_QUESTION_CHARS));
  const scored = tools
    .filter((tool) => !startsAgents(tool))
    .map((tool) => ({ tool, score: scoreOf(tool, asked) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best < ENOUGH ? [] : scored.filter(({ score }) => score === best).map(({ tool }) => tool);
}

/** One that runs another model with a prompt of its own: a simulated call of it would begin a simulated conversation. */
function startsAgents({ name, description }: OfferedTool): boolean {
  const words = wordsOf(name);
  if (words.has('agent') || words.has('subagent') || /^(?:new_?)?task$/i.test(name)) return true;
  return STARTS_AGENTS.test(summaryOf(description));
}

function scoreOf({ name, description }: OfferedTool, asked: ReadonlySet<string>): number {
  const inName = wordsOf(name);
  let score = 0;
  for (const word of inName)
    if (asked.has(word)) score += VERBS.has(word) || NOUNS.has(word) ? 1 : NAME_SCORE;
  for (const word of wordsOf(summaryOf(description)))
    if (asked.has(word) && !inName.has(word) && !VERBS.has(word)) score += 1;
  return score;
}

/** The first sentence: descriptions of coding tools go on for pages, and hold every word there is. */
function summaryOf(description: string): string {
  return description.slice(0, MAX_SUMMARY_CHARS).split(/[.\n]/, 1)[0] ?? '';
}

/** `listFiles`, `list_files` and "Lists files" have the same two. */
function wordsOf(text: string): Set<string> {
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.filter((word) => word.length >= MIN_WORD_CHARS && !EMPTY.has(word)).map((word) => singular(word)),
  );
}

function singular(word: string): string {
  return word.length > MIN_WORD_CHARS && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
