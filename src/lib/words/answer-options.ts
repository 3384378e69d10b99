import { findAtWordStart } from './word-start.js';

const SEPARATOR = /[,、，،|/]| or | oder | ou | o | или | أو |或/u;
const MIN_OPTIONS = 3;
const LONGEST_OPTION = 28;
const MOST_OPTION_WORDS = 3;

/** `billing, shipping, account`: short items in one line, to choose an answer from. */
export function listsOptions(clause: string): boolean {
  const items = clause.split(SEPARATOR).map((item) => item.trim());
  if (items.length < MIN_OPTIONS) return false;
  return items.every(
    (item) => item.length <= LONGEST_OPTION && item.split(/\s+/).length <= MOST_OPTION_WORDS,
  );
}

/** `yes/no`, `True or False`, `oder nein`: two answers, one of which is the other's opposite. */
const OPPOSITES =
  /((?:yes|true|ja|sí|sì|oui|tak|ano|да|evet|sim|correct|supported|relevant)(?:, | ?\/ ?| or | oder | ou | o | czy | lub | albo | nebo | или | of | eller | ya da | veya )(?:no|false|nein|non|nie|ne|nee|nej|não|нет|hayır|incorrect|not)(?!\p{L}))|是(?:或|还是|\/)(?:否|不是)|能或不能|对或错|はい(?:、|か|\/|または)いいえ|예(?:, ?| 또는 |\/)아니[오요]/giu;
/** Behind a question or before an input: `(billing, login, other):`. */
const ENCLOSED = /\(([^()\n]{3,240})\) ?[?:：]/gu;

export function namesOpposites(text: string): boolean {
  return findAtWordStart(OPPOSITES, text) >= 0;
}

/** Whether a text says what may be answered: opposites, or a list of options in brackets behind what is asked. */
export function offersAnswers(text: string): boolean {
  if (namesOpposites(text)) return true;
  for (const [, enclosed = ''] of text.matchAll(ENCLOSED)) if (listsOptions(enclosed)) return true;
  return false;
}
