import {
  commonCore,
  PROVEN_BY,
  type GroupIndex,
  type GroupTemplate,
  type PartTemplate,
} from './group-index.js';
import { hashText, mix } from './hash-text.js';
import { Marks } from './marks.js';
import type { PromptParts } from './prompt-parts.js';
import type { GroupDocument } from './read-document.js';
import type { FoundTemplate } from './request-ring.js';
import { countedRuns, weighEvidence } from './weigh-evidence.js';

/** What the messages of a request say about its place among the tasks of its system prompt. */
export type PartRecognition<T> =
  /** It stays with the group of the prompt. */
  | { readonly kind: 'prompt' }
  | { readonly kind: 'known'; readonly part: T }
  /** A second task, with what was found of it; the group of the prompt keeps `first`. */
  | {
      readonly kind: 'found';
      readonly found: FoundTemplate;
      readonly messages: GroupDocument;
      readonly first: PartTemplate;
    };

/**
 * Of so many of the prompt's requests so many must be of some template. Where messages are free, a few share a phrase by chance;
 * where they name tasks, nearly all are like others. What is no clear order needs more of it.
 */
const CLEAR = { seen: 1, share: 0.3 };
const POSSIBLE = { seen: 10, share: 0.7 };

interface Prompt {
  readonly groupId: string;
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
  const document = withinPrompt(messages, groupId);
  const part = groups.match(document);
  if (part !== undefined || parts.isOfFirst(document)) {
    parts.count(groupId, true);
    return part === undefined ? PROMPT : { kind: 'known', part };
  }
  const marks = new Marks(document, prompt.lists);
  const { found, resembles } = parts.requests.compare(document, (common) => marks.isAnyIn(common));
  parts.count(groupId, resembles);
  if (found !== undefined && found.distinct >= PROVEN_BY)
    return place(found, { document, marks, first: parts.firstOf(groupId) ?? keeps, groupId, parts });
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
export function rememberPart(messages: GroupDocument, groupId: string, parts: PromptParts): void {
  parts.requests.remember(withinPrompt(messages, groupId));
}

function place<T>(
  found: FoundTemplate,
  {
    document,
    marks,
    first,
    groupId,
    parts,
  }: {
    document: GroupDocument;
    marks: Marks;
    first: PartTemplate | undefined;
    groupId: string;
    parts: PromptParts;
  },
): PartRecognition<T> {
  const { distinct } = found;
  const template = { scope: document.scope, features: countedRuns(document, found.features) };
  const core = first && commonCore(first, template);
  const isSame = core !== undefined && isStrong(document, core) && marks.isAnyIn(core);
  if (first !== undefined && !isSame) {
    if (!parts.isCovered(groupId, marks.isClearIn(found.features) ? CLEAR : POSSIBLE)) {
      parts.requests.remember(document);
      return PROMPT;
    }
    parts.requests.take(found.slots);
    return { kind: 'found', found, messages: document, first };
  }
  parts.setFirst(groupId, { scope: document.scope, features: isSame ? core : template.features, distinct });
  parts.requests.take(found.slots);
  return PROMPT;
}

/** Messages are compared with those of the same prompt only. */
function withinPrompt(messages: GroupDocument, groupId: string): GroupDocument {
  return { ...messages, scope: mix(hashText(groupId), messages.scope) };
}

function isStrong(document: GroupDocument, features: ReadonlySet<number>): boolean {
  return weighEvidence(document, features).verdict === 'strong';
}
