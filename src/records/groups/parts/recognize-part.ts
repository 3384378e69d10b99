import {
  commonCore,
  PROVEN_BY,
  type GroupIndex,
  type GroupTemplate,
  type PartTemplate,
} from '../templates/group-index.js';
import { hashText, mix } from '../reading/hash-text.js';
import { Mark, Marks, surer } from './marks.js';
import type { OuterLine } from '../templates/outer-clauses.js';
import type { PromptParts } from './prompt-parts.js';
import type { PromptUse } from './prompt-use.js';
import type { GroupDocument } from '../reading/read-document.js';
import type { FoundTemplate } from '../templates/request-ring.js';
import { countedRuns, weighEvidence } from '../templates/weigh-evidence.js';

/** What the messages of a request say about its place among the tasks of its system prompt. */
export type PartRecognition<T> =
  /** It stays with the group of the prompt. */
  | { readonly kind: 'prompt' }
  | { readonly kind: 'known'; readonly part: T }
  /** A second task, with what was found of it; the group of the prompt keeps `first`. */
  | {
      readonly kind: 'found';
      readonly found: FoundTemplate;
      /** The tokens of the breaks before the clauses that say what it is. */
      readonly orders: readonly number[];
      readonly messages: GroupDocument;
      readonly first: PartTemplate;
    };

interface Prompt {
  readonly groupId: string;
  /** The text of its system prompt, if one makes it. */
  readonly prompt: string;
  readonly parts: PromptParts;
  /**
   * What tells parts apart: the lists of labels that the group's template does not hold, or, where undefined, what the messages
   * order. Documents and phrases come back too, and tell nothing apart.
   */
  readonly lists: readonly number[] | undefined;
}

/** The task among those of one system prompt, by what its messages have in common. Counts, so it is to be asked once a request. */
export function recognizePart<T extends GroupTemplate>(
  messages: GroupDocument,
  {
    groups,
    keeps,
    ...prompt
  }: Prompt & {
    readonly groups: GroupIndex<T>;
    /** What the group of the prompt is known to keep, when it was split already. */
    readonly keeps: PartTemplate | undefined;
  },
): PartRecognition<T> {
  const { groupId, parts } = prompt;
  const use = parts.useOf(groupId, prompt.prompt);
  const document = withinPrompt(messages, groupId);
  const part = groups.match(document);
  if (part !== undefined || parts.isOfFirst(document)) {
    use.count(Mark.clear);
    return part === undefined ? PROMPT : { kind: 'known', part };
  }
  const first = parts.firstOf(groupId) ?? keeps;
  const bare = use.mayHaveBare
    ? {
        first: first?.features,
        isInAll: (line: number) => use.isInAll(line),
        hasComeBefore: (line: number) => use.hasComeBefore(line),
        isFarLessVaried: (line: OuterLine, other: OuterLine) => use.isFarLessVaried(line, other),
        mayBeOrder: (line: OuterLine) => use.mayBeOrder(line),
      }
    : undefined;
  const marks = new Marks(document, prompt.lists, bare);
  const { found, pairs } = parts.requests.compare(document, {
    isIn: (common) => marks.in(common) !== Mark.none,
    mayDo: (common) => marks.mayBeShortIn(common),
  });
  use.count(pairs.reduce<Mark>((surest, pair) => surer(surest, marks.in(pair)), Mark.none));
  if (prompt.lists === undefined) use.countLines(marks.lines);
  if (found !== undefined && found.distinct >= PROVEN_BY)
    return place(found, { document, marks, first, groupId, parts, use });
  parts.requests.remember(document);
  return PROMPT;
}

/** The task among those of one system prompt that is known to be one, without counting the request. */
export function matchPart<T extends GroupTemplate>(
  messages: GroupDocument,
  groupId: string,
  groups: GroupIndex<T>,
): T | undefined {
  return groups.match(withinPrompt(messages, groupId));
}

const PROMPT = { kind: 'prompt' } as const;

/** What the messages said of a request that a group of a prompt was just made of. */
export function rememberPart(
  messages: GroupDocument,
  { groupId, prompt, parts }: Pick<Prompt, 'groupId' | 'prompt' | 'parts'>,
): void {
  parts.requests.remember(withinPrompt(messages, groupId));
  parts.useOf(groupId, prompt).countLines(new Marks(messages, undefined, undefined).lines);
}

interface Placing {
  readonly document: GroupDocument;
  readonly marks: Marks;
  readonly first: PartTemplate | undefined;
  readonly groupId: string;
  readonly parts: PromptParts;
  readonly use: PromptUse;
}

function place<T>(
  found: FoundTemplate,
  { document, marks, groupId, parts, use, ...known }: Placing,
): PartRecognition<T> {
  const { distinct } = found;
  const template = { scope: document.scope, features: countedRuns(document, found.features) };
  const mark = marks.in(found.features);
  if (mark === Mark.frame) {
    use.frame = template;
    parts.requests.remember(document);
    return PROMPT;
  }
  use.countFound(mark);
  use.learn({ places: marks.placesIn(found.features), slots: marks.slotsIn(found.features) });
  const first = known.first ?? (use.frame && isOther(document, use.frame) ? use.frame : undefined);
  const core = first && commonCore(first, template);
  const isSame = core !== undefined && isTemplate(document, core, marks);
  if (first !== undefined && !isSame) {
    if (!use.mayTellApart(mark)) {
      parts.requests.remember(document);
      return PROMPT;
    }
    parts.requests.take(found.slots);
    return { kind: 'found', found, orders: marks.ordersIn(found.features), messages: document, first };
  }
  parts.setFirst(groupId, { scope: document.scope, features: isSame ? core : template.features, distinct });
  parts.requests.take(found.slots);
  return PROMPT;
}

/** What all requests said until now, this one does not. */
function isOther({ features }: GroupDocument, frame: PartTemplate): boolean {
  let missing = 0;
  for (const feature of frame.features) if (!features.has(feature)) missing += 1;
  return missing > OTHER_SHARE * frame.features.size;
}

const OTHER_SHARE = 0.25;

function isTemplate(document: GroupDocument, features: ReadonlySet<number>, marks: Marks): boolean {
  const mark = marks.in(features);
  if (mark <= Mark.frame) return false;
  return marks.mayBeShortIn(features) || weighEvidence(document, features).verdict === 'strong';
}

/** Messages are compared with those of the same prompt only. */
function withinPrompt(messages: GroupDocument, groupId: string): GroupDocument {
  return { ...messages, scope: mix(hashText(groupId), messages.scope) };
}
