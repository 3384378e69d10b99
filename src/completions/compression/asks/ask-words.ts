/** How asks and instructions read, in the languages that are asked in most. What no word shows is found by its place (find-asks.ts). */
const QUESTION = /[?？؟]\s*["'”’»)\]]*\s*$/;
const MAX_UNMARKED_CHARACTERS = 300;
const UNMARKED_QUESTION =
  /(?:^|[:：])[\s"'“(*_¿]*(?:what|who|whom|whose|when|where|why|how|which|was|wer|wen|wem|wann|warum|wieso|welche[rsnm]?|wie|wo|qué|quién(?:es)?|cuándo|cuánt[oa]s?|dónde|por qué|cómo|cuál(?:es)?|que|qui|quand|où|pourquoi|comment|quel(?:le)?s?|combien|chi|cosa|quando|dove|perché|quale|что|кто|когда|где|почему|зачем|как|какой|какая|какие|сколько)(?!\p{L})[^.!。！]*$|(?:吗|呢|か|까|까요|나요)[。.]?\s*$|^[^。\n]{0,60}(?:谁|誰|什么|什麼|哪|为什么|為什麼|如何|多少|何|いつ|どこ|なぜ|누가|언제|어디|무엇|왜)[^。\n]{0,60}[。]?\s*$/iu;
const LABEL =
  /^\s*(?:\*\*|#{1,6}\s*)?(?:(?:user |my |the )?(?:question|task|instructions?|query|request)|frage|aufgabe|anweisung|pregunta|tarea|instrucciones|tâche|consigne|domanda|compito|pergunta|vraag|вопрос|задание|инструкция|问题|任务|要求|質問|质问|指示|질문|지시|سؤال)(?:\*\*)?\s*[:：]/iu;
const IMPERATIVE =
  /^[\s"'“(*_\d.)•-]*(?:(?:please|kindly|now|then|also|finally|first|using [^,.]{1,80},|based on [^,.]{1,80},|(?:can|could|would|will) you)\s+)*(?:answer|respond|reply|summari[sz]e|list|explain|describe|write|return|output|give|use|include|mention|focus|ensure|make|keep|provide|identify|extract|find|tell|compare|analy[sz]e|classify|create|generate|cite|quote|ignore|consider|avoid|limit|format|read|name|end|start|begin|state|say|add|note|leave|choose|pick|show|specify|sign|do not|don['’]t|never|always|only|if (?:the|you|there|no)|be (?:brief|concise|specific|precise|exact)|antworte|beantworte|fasse|nenne|erkläre|schreibe?|gib|verwende|vermeide|liste|bitte|responde|contesta|resume|resuma|explica|escribe|escreva|enumera|usa|indica|por favor|réponds|répondez|résume|résumez|explique|expliquez|écris|écrivez|donne|donnez|rispondi|riassumi|spiega|scrivi|elenca|antwoord|vat|geef|odpowiedz|podsumuj|ответь|ответьте|кратко|суммируй|перечисли|объясни|опиши|напиши|укажи|используй|не |пожалуйста)(?!\p{L})/iu;
const INSTRUCTION =
  /\b(?:do not|don['’]t|please|you (?:must|should|are|need to)|your (?:answer|response|reply|summary|task|output)|at most|no more than|s['’]il (?:vous|te) plaît|por favor|per favore|bitte)\b|пожалуйста|请|請|不要|以内|总结|總結|概括|回答|列出|説明して|まとめ|要約|ください|してほしい|해\s?주세요|하세요|요약|시오|لخص|أجب|من فضلك/iu;

/** Told to whoever answers, wherever it stands. */
const OF_ANSWER =
  /(?<!\p{L})(?:your (?:answer|response|reply|output|summary)|in your own words|(?:note|message|instructions?) (?:to|for) (?:the |you,? )?(?:assistant|model|ai|llm|reader of this prompt)|(?:deine|ihre) antwort|ta réponse|votre réponse|tu respuesta|su respuesta|la tua risposta|a sua resposta|je antwoord|twoja odpowiedź)(?!\p{L})|^[\s"'“(*_•-]*(?:answer|respond|reply|antworte\w*|réponds|répondez|responde|responda|rispondi|antwoord|odpowiedz|ответь\p{L}*|отвечай\p{L}*)(?!\p{L})|你的回答|您的回答|请用.{0,12}回答|回答(?:时|時|は|する際)|답변(?:은|을|할)/iu;

/** Says how an answer is to be, or what it is to be taken from. */
const MANNER =
  /^[\s"'“(*_•-]*(?:(?:please|bitte|por favor|per favore|пожалуйста|请)[\s,]*)?(?:be (?:brief|concise|specific|precise|exact|short)|use|keep|do not|don['’]t|never|always|only|if|based on|according to|using|read|given|consider|think|refer|look (?:at|up|in)|find the answer|tell me|let me know|cite|quote|include|mention|limit|avoid|focus|here (?:is|are)|verwende|benutze|lies|vermeide|nutze|utilise[rz]?|lisez|lis|usa|utiliza|lee|leggi|użyj|используй\p{L}*|прочитай\p{L}*|кратко|не )(?!\p{L})|以内|简短|簡潔|短く|一句话|一文で|짧게/iu;

/** True when a sentence asks: it ends as a question, begins as one and does not end as a statement, or is labelled as one. */
export function isQuestion(sentence: string): boolean {
  if (QUESTION.test(sentence) || LABEL.test(sentence)) return true;
  return sentence.length <= MAX_UNMARKED_CHARACTERS && UNMARKED_QUESTION.test(sentence);
}

/** True when a sentence begins with "Question:", "Task:" or the like. */
export function isLabelled(sentence: string): boolean {
  return LABEL.test(sentence);
}

/** True when a sentence tells what to do by its first words. */
export function isImperative(sentence: string): boolean {
  return IMPERATIVE.test(sentence);
}

/** True when a sentence tells what to do, as far as its words show. */
export function isInstruction(sentence: string): boolean {
  return IMPERATIVE.test(sentence) || INSTRUCTION.test(sentence);
}

/** True when a sentence tells how to answer: it is the asker's, amid whatever text it stands. */
export function speaksOfAnswer(sentence: string): boolean {
  return OF_ANSWER.test(sentence);
}

/** True when a sentence says how to answer, or from what, and nothing of what is to be done. */
export function isManner(sentence: string): boolean {
  return MANNER.test(sentence) || speaksOfAnswer(sentence);
}
