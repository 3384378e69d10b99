import { commonCore, GroupIndex, PROVEN_BY, type GroupTemplate, type PartTemplate } from './group-index.js';
import { hashText, mix } from './hash-text.js';
import { namesTask } from './names-task.js';
import type { PromptParts } from './prompt-parts.js';
import type { GroupDocument } from './read-document.js';
import type { FoundTemplate } from './request-ring.js';
import { countedRuns, hasOtherLists, weighEvidence, wholeClauses, type Evidence } from './weigh-evidence.js';

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
 * Of the prompt's requests so many must be of some template. Where messages are free, a few share a phrase by chance; where they
 * name tasks, nearly all are like others.
 */
const MIN_COVERED = 0.3;
const MIN_WORDS = 3;

interface Prompt {
  readonly groupId: string;
  readonly parts: PromptParts;
  /** What tells its parts apart: the tasks that messages name, or the lists of labels below one instruction. */
  readonly by: 'task' | 'list';
  /** What the group of the prompt is known to keep, when it was split already. */
  readonly keeps: PartTemplate | undefined;
}

/** The task among those of one system prompt, by what its messages have in common. Counts, so it is to be asked once a request. */
export function recognizePart<T extends GroupTemplate>(
  messages: GroupDocument,
  { groups, ...prompt }: { groups: GroupIndex<T> } & Prompt,
): PartRecognition<T> {
  const { groupId, parts } = prompt;
  const document = withinPrompt(messages, groupId);
  const part = groups.match(document);
  if (part !== undefined || parts.isOfFirst(document)) {
    parts.count(groupId, true);
    return part === undefined ? PROMPT : { kind: 'known', part };
  }
  if (document.words < MIN_WORDS) return PROMPT;
  const { found, resembles } = parts.requests.compare(
    document,
    ({ evidence, features, distinct }) =>
      distinct >= PROVEN_BY && isPart(evidence, features, document, prompt.by),
  );
  parts.count(groupId, found !== undefined || resembles);
  if (found === undefined) {
    parts.requests.remember(document);
    return PROMPT;
  }
  return place(found, document, prompt);
}

/** Documents and phrases come back too: a task is something that is asked for. */
function isPart(
  { verdict }: Evidence,
  features: ReadonlySet<number>,
  document: GroupDocument,
  by: Prompt['by'],
): boolean {
  if (verdict !== 'strong') return false;
  return by === 'task' ? namesTask(wholeClauses(document, features)) : !hasOtherLists(document, features);
}

const PROMPT = { kind: 'prompt' } as const;
const NO_GROUPS = new GroupIndex<GroupTemplate>([]);

/** What the messages of the requests said that a group of a prompt was just made of. */
export function rememberParts(messages: readonly GroupDocument[], prompt: Prompt): void {
  for (const document of messages) recognizePart(document, { ...prompt, groups: NO_GROUPS });
}

function place<T>(
  found: FoundTemplate,
  document: GroupDocument,
  { groupId, parts, by, keeps }: Prompt,
): PartRecognition<T> {
  const template = {
    scope: document.scope,
    features: countedRuns(document, found.features),
    distinct: found.distinct,
  };
  const first = parts.firstOf(groupId) ?? keeps;
  const core = first && commonCore(first, template);
  if (first === undefined) parts.setFirst(groupId, template);
  else if (core !== undefined && isPart(weighEvidence(document, core), core, document, by))
    parts.setFirst(groupId, { ...template, features: core });
  else if (parts.shareCovered(groupId) >= MIN_COVERED) {
    parts.requests.take(found.slots);
    return { kind: 'found', found, messages: document, first };
  } else {
    parts.requests.remember(document);
    return PROMPT;
  }
  parts.requests.take(found.slots);
  return PROMPT;
}

/** Messages are compared with those of the same prompt only. */
function withinPrompt(messages: GroupDocument, groupId: string): GroupDocument {
  return { ...messages, scope: mix(hashText(groupId), messages.scope) };
}
