/** Tasks that need every word of their text. They are told to be done: that a document was "translated" is no task. */
const WHOLE_TEXT_TASK =
  /(?:^|[\n.!?:,]\s*|\b(?:please|to|and|then|you|must|will|should|task is)\s+)(?:translate|proofread|rewrite|rephrase|paraphrase|transcribe|reformat|re-write|copy-?edit|spell-?check|correct (?:the|this|any|all|my|spelling|grammar)|fix (?:the |all |any |my )?(?:grammar|spelling|typos)|convert (?:the|this)|repeat (?:the|this)|edit (?:the|this|my))\b|\b(?:translations? of (?:the|this|it)|translat(?:or|ing) (?:the|this|it|user|text|from|into|to|what)|proofread(?:er|ing)|word[- ]for[- ]word|übersetz\w*|korrigier\w*|korrekturles\w*|umformulier\w*|formuliere|traduce|traducir|traduzca|traduz\w*|traduis\w*|traduire|traduci\w*|traduza|corrige\w*|corrija|reescrib\w*|reescrev\w*|réécri\w*|reformule\w*|riscriv\w*|correggi|vertaal\w*|przetłumacz\w*|oversätt\w*|çevir\w*)|перевед|переводч|исправ|перепиш|翻译|翻譯|翻訳|改写|改寫|校对|校對|번역|ترجم/iu;
const SMALL_TALK =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|thanks?|thank you|thx|ok(?:ay)?|yes|no|sure|great|cool|continue|go on|hallo|guten (?:tag|morgen|abend)|danke|ja|nein|weiter|hola|buenos días|buenas (?:tardes|noches)|gracias|sí|bonjour|salut|merci|oui|ciao|buongiorno|grazie|olá|obrigad[oa]|привет|здравствуйте|спасибо|да|нет|你好|您好|谢谢|好的|こんにちは|ありがとう|안녕하세요|감사합니다|مرحبا)(?:[\s,]+(?:there|all|again|everyone|you|very much|zusammen|vielmals))*[\s!.,。！~]*$/iu;
const MAX_SMALL_TALK_CHARACTERS = 80;

/** True when half of a text would be half an answer: translating, correcting, rewriting. */
export function needsWholeText(task: string): boolean {
  return WHOLE_TEXT_TASK.test(task);
}

/** True for greetings, thanks and the like: they ask nothing of a document. */
export function isSmallTalk(text: string): boolean {
  return text.length <= MAX_SMALL_TALK_CHARACTERS && SMALL_TALK.test(text);
}
