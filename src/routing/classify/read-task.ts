import type { TaskKind } from './classification.js';
import { TextMemo } from '../../lib/text-memo.js';
import { findAtWordStart } from '../../lib/words/word-start.js';
import type { RequestShape } from './request-shape.js';

/** How much of the instruction's places is read: the system prompt's beginning, the ask's beginning and end. */
const READ = 400;

/**
 * In order: the first that is found in the instruction names the task. Word stems in the languages most requests come in; those in
 * the first group must begin a word.
 */
const TASKS: readonly (readonly [TaskKind, RegExp])[] = [
  [
    'classification',
    /(classif|categor|clasific|klassifi|kategor|sentiment|stimmung|label|etiquet|étiquet|etichet|intent\b|emotion\b|class[ez]\b|triage|is the following .{0,60}(?:\?|or)|assign|ordne|one of (?:the|these)|choose|pick one|options are|yes or no|yes\/no|ja oder nein|sí o no|oui ou non|rate\b|rating|spam|toxic|entail|same or not|true or false|multiple[- ]choice|wybierz|sklasyf|sınıfland)|классифиц|категори|тональност|выбери|分类|判断|情感|分類/giu,
  ],
  [
    'translation',
    /(translat|übersetz|uebersetz|traduc|traduz|tradu[ií]|vertaal|przetłumacz|tłumacz|çevir|översätt)|перевед|перевод|翻译|翻訳|번역/giu,
  ],
  [
    'summarizing',
    /(summar|tl;?dr|condense|shorten|headline|zusammenfass|fasse .{0,80}zusammen|fass .{0,80}zusammen|resum|résum|riassum|samenvat|streść|podsumuj|özetle|sammanfatta)|резюмир|суммир|кратко излож|краткое содержание|总结|摘要|概括|要約/giu,
  ],
  [
    'extraction',
    /(extract|extrah|extra[eiy]|estra[ei]|parse|pull out|named entit|entities|entidades|entités|identify (?:the|all)|find all|list all|slots?\b|fields?\b|wyodrębnij|çıkar)|извлек|найди все|提取|抽取|抽出|추출/giu,
  ],
  [
    'rewriting',
    /(rewrit|rephras|paraphras|reword|proofread|correct (?:the )?(?:grammar|spelling)|fix the grammar|formalize|negate|convert|umformulier|formuliere|korrigier|umschreib|reescrib|reformul|réécri|corrig|riscriv|correggi|reescrev|herschrijf|przepisz|popraw|düzelt)|перепиш|перефраз|исправ|改写|润色|言い換え/giu,
  ],
  [
    'code',
    /```|(sql query|regex|regular expression|unit test|docstring|commit message|code review|function signature|stack trace|compile)\b/giu,
  ],
  [
    'question-answering',
    /(answer (?:the|this|a) (?:following )?question|(?:based on|using|according to) (?:the|this) (?:context|passage|text|document|article)|question answering|reading comprehension|beantworte die frage|responde (?:a )?la pregunta|réponds à la question)|ответь на вопрос|回答问题|question:/giu,
  ],
];

/** What a machine-shaped request asks for, read off its instruction. */
export function readTask(shape: RequestShape): TaskKind {
  const { template, strictFormat } = shape;
  const named = template === undefined ? nameTask(shape) : known.recall(template, () => nameTask(shape));
  if (named !== 'unnamed') return named;
  return strictFormat ? 'strict-format' : 'template';
}

const known = new TextMemo<TaskKind | 'unnamed'>();

function nameTask({ system, frame, personTurns }: RequestShape): TaskKind | 'unnamed' {
  // An instruction that stands in a system prompt is not looked for in the data below it.
  const instruction =
    system.length >= 12 && personTurns >= 1
      ? [system.slice(0, READ), `${frame.slice(0, READ)}\n${frame.slice(-READ / 2)}`]
      : [frame.slice(0, READ / 2), `${frame.slice(0, READ)}\n${frame.slice(-READ / 2)}`];
  for (const text of instruction) {
    const found = firstTask(text);
    if (found !== undefined) return found;
  }
  return 'unnamed';
}

function firstTask(text: string): TaskKind | undefined {
  let best: TaskKind | undefined;
  let bestAt = Number.POSITIVE_INFINITY;
  for (const [task, words] of TASKS) {
    const at = findAtWordStart(words, text);
    if (at >= 0 && at < bestAt) [best, bestAt] = [task, at];
  }
  return best;
}
