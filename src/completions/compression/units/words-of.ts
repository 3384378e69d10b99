const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Endings that say nothing about the meaning of a word; stems need not be words, they only have to meet. */
const ENDING = /(?:ations?|ings?|edly|ed|ies|es|ly|s|en|ern|er|es|e)$/;
const STOP_WORDS = new Set(
  `the a an of in on at to for from by with as is are was were be been and or but not no it its this that these those what which who
   whom whose when where why how do does did done has have had can could will would should may might must about into than then there
   their they them he she his her him you your we our us i me my so if also only more most some any all each
   der die das ein eine und oder nicht ist sind war waren im in den dem des von zu mit auf für wie was wer wann wo warum
   el la los las un una y o no es son de en que por para con como qué quién cuándo dónde le les des du une et ou est sont dans pour
   qui quand où il lo gli uno e non di che per con chi quando dove и в на не что как кто когда где это по с`.split(
    /\s+/,
  ),
);
const MOST_WORDS = 4_000;

/** The words of a text for comparing, lower case and stemmed a little; scripts without spaces as pairs of characters. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [match] of text.matchAll(WORD)) {
    if (words.length >= MOST_WORDS) break;
    const word = match.toLowerCase();
    if (UNSPACED.test(word)) addPairs(words, word);
    else if (!STOP_WORDS.has(word)) words.push(stem(word));
  }
  return words;
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(ENDING, '') : word;
}

function addPairs(words: string[], run: string): void {
  if (run.length === 1) words.push(run);
  for (let index = 0; index + 1 < run.length && words.length < MOST_WORDS; index += 1)
    words.push(run.slice(index, index + 2));
}
