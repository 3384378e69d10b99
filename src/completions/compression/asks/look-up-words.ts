/**
 * Questions that a few sentences of a text answer: who, when, where, which, how much. Told by their question words, in the languages
 * that are asked in most; what is not recognized is no look-up, and its text stays whole.
 */
const MAX_QUESTION_CHARACTERS = 400;
const MAX_UNMARKED_CHARACTERS = 300;
/** A label, quotation marks, a number. */
const LEADING =
  /^[\s"'“”«»„(*_#>•\d.)¿-]*((?:\*\*)?(?:(?:user |my |the )?(?:question|query|q)|frage|pregunta|domanda|pergunta|vraag|pytanie|otázka|fråga|spørgsmål|spørsmål|soru|kérdés|întrebare|вопрос|питання|问题|問題|質問|질문|سؤال|प्रश्न)(?:\*\*)?\s*[:：]\s*(?:\*\*)?)?[\s"'“”«»„(*_¿-]*/iu;
/** "Tell me who …", "Do you know when …": asks what it leads to. */
const LEAD_IN =
  /^(?:(?:please|kindly|bitte|por favor|per favore|пожалуйста|hi|hello|hallo|ok(?:ay)?|and|und|et|y|e|и|a|so|now)[\s,]+)*(?:(?:(?:can|could|would|will) you |(?:kannst|können|könnten|könntest) (?:du|sie) (?:mir )?|(?:peux-tu|pouvez-vous|pourriez-vous) |(?:puedes|podrías|puede) )?(?:tell me|let me know|find out|look up|sag(?:e|en)?(?: sie)? mir|mir sagen|dis-moi|dites-moi|me dire|dime|dígame|decirme|dimmi|diga-me|me diga|zeg me|powiedz(?: mi)?|скажи(?:те)?(?: мне)?|подскажи(?:те)?)|do you know|weißt du|wissen sie|sais-tu|savez-vous|sabes|sabe|lo sai|i(?: would|['’]d)? (?:like|want|need) to know|ich (?:möchte|will|muss) wissen)[\s,:]+/iu;
/** Asks for yes or no: a judgement, which may hang on any sentence. */
const YES_OR_NO =
  /^(?:is|are|was|were|am|do|does|did|can|could|should|shall|would|will|has|have|had|may|might|must|isn|aren|don|doesn|didn|ist|sind|war|waren|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|gibt|est-ce|y a-t-il|peut-on|hay|está|están|puede|es|son|tiene|c['’]è|ci sono|è|sono|può|há|existe|pode|is er|zijn|heeft|kan|czy|má|je|är|finns|kan|er|har|есть ли|можно ли|правда ли|является ли|чи)(?!\p{L})/iu;
/** Who, when, where, which, how much. Why and how are explained by what surrounds a fact: they are no look-ups. */
const QUESTION_WORDS = [
  'who|whom|whose|when|where|which|what|how (?:many|much|long|old|far|often|high|large|big|tall|deep|heavy|wide|soon|late|early|fast|expensive|few|little)',
  'wer|wen|wem|wessen|wann|wo|wohin|woher|wieviele?|wie (?:viele?|lange?|oft|alt|hoch|groß|weit|teuer|schwer|breit|tief|spät|früh|schnell|heiß(?:t|en))|welche[rsnm]?|was|womit|wofür|woran|worauf|wodurch',
  "qui|quand|où|quoi|quel(?:le)?s?|combien|lequel|laquelle|comment s[’']appelle",
  '(?<!por )qué|quién(?:es)?|cuándo|cuánt[oa]s?|dónde|adónde|cuál(?:es)?|cómo se llama',
  'quem|quando|onde|qual|quais|quantos?|quantas?|como se chama',
  'chi|cosa|dove|quale|quali|quant[oaie]|come si chiama',
  'wie|wat|waar|wanneer|welke?|hoeveel|hoe (?:lang|oud|hoog|groot|ver|vaak|laat|duur|zwaar|heet)',
  'kto|kogo|komu|kim|kiedy|gdzie|dokąd|skąd|ile|ilu|jaki|jaka|jakie|jakim|jakiej|który|która|które|którym|której|czyj',
  'kdo|koho|kdy|kde|kam|kolik|jaký|jaká|jaké|který|která|které',
  'vem|när|vilken|vilket|vilka|hur (?:många|mycket|länge|gammal|stor|hög|långt|ofta|dyr)|hvem|hvornår|hvor|hvilken|hvilket|hvilke|når',
  'kuka|kenen|milloin|missä|mistä|mikä|mitä|kuinka (?:monta|paljon|kauan)|paljonko|montako',
  'kim|kimin|kime|nerede|nereye|nereden|hangi|kaç|ne zaman|ne kadar',
  'ki|kinek|mikor|hol|hová|hány|mennyi|melyik',
  'cine|când|unde|cât|câte|care|cui',
  'ποιος|ποια|ποιο|ποιον|πότε|πού|πόσο|πόσα|πόσες',
  'кто|кого|кому|кем|когда|где|куда|откуда|какой|какая|какое|какие|каком|какого|какую|каким|сколько|который|которая|чей|чья|как называется|как зовут',
  'хто|кого|кому|коли|де|куди|звідки|який|яка|яке|які|якому|скільки|чий',
  'siapa|kapan|di mana|berapa|yang mana',
  'من|متى|أين|كم|ماذا|أي|ما',
].join('|');
/** These are more than question words where they do not stand first. */
const FIRST_ONLY = 'que|che|co|var|що|что|vad|hvad|hva|mi|ce|τι|apa|o que';
const ASKS = new RegExp(`(?<![\\p{L}\\p{M}-])(?:${QUESTION_WORDS})(?![\\p{L}\\p{M}])`, 'iu');
const BEGINS = new RegExp(`^(?:\\p{L}{1,4}\\s)?(?:${QUESTION_WORDS}|${FIRST_ONLY})(?![\\p{L}\\p{M}])`, 'iu');
/** Scripts without spaces, and languages whose question word stands anywhere. */
const ASKS_UNSPACED =
  /谁|誰|什么|什麼|哪|何时|何處|何处|多少|多久|多大|多长|多高|几[个時时点天年月日号人岁次元块]|幾|何(?!故)|いつ|どこ|だれ|どなた|いくら|いくつ|どの|どれ|どちら|누가|누구|언제|어디|얼마|무엇|무슨|어느|어떤|몇|कौन|कब|कहाँ|कितन|किस|ใคร|เมื่อไ|ที่ไหน|เท่าไ|กี่|อะไร|ไหน|khi nào|ở đâu|bao nhiêu|(?<!\p{L})ai(?!\p{L})|là gì/u;
/** Asks for several things, which may stand anywhere: that is extracting. */
const PLURAL =
  /^(?:(?:what|who|which(?: ones)?|was|wer|wie|wat|qui|chi|quem)(?: exactly)? (?:are|were|sind|waren|zijn|waren|sont|étaient|sono|erano|são|eram)(?!\p{L})|which \p{L}{2,}[^siu\P{L}]s(?!\p{L})|welche[rn]?(?!\p{L}).*(?<!\p{L})(?:sind|waren|gelten|galten|werden|wurden|haben|hatten|müssen|sollen|können|gibt es|stehen)(?!\p{L})|(?:quels|quelles|cuáles|quais|quali|vilka|hvilke|какие|каких|які|jakie|jakich)(?!\p{L})|welke (?:\p{L}+ )?\p{L}+en(?!\p{L})|(?:à |de |con |a |da )?(?:quels|quelles)(?!\p{L})|qué \p{L}+s (?:son|hay|se))/iu;
/** `How many fees are there?` counts what stands anywhere in the text. */
const COUNTS_ALL =
  /^(?:how many (?:different )?\p{L}+(?: \p{L}+)? (?:are|were) (?:there|mentioned|named|listed)|wie ?viele \p{L}+(?: \p{L}+)? (?:gibt es|sind|werden|kommen)|combien de \p{L}+(?: \p{L}+)? (?:y a-t-il|sont|compte)|combien y a-t-il|cuánt[oa]s \p{L}+(?: \p{L}+)? (?:hay|son|aparecen|se mencionan)|quant[ei] \p{L}+(?: \p{L}+)? (?:ci sono|sono|vengono)|quant[oa]s \p{L}+(?: \p{L}+)? (?:há|existem|são)|hoeveel \p{L}+(?: \p{L}+)? (?:zijn|staan|worden)|ile (?:jest |wymieniono )?\p{L}+ (?:jest|zawiera|wymieniono|w tekście)|kolik (?:je |obsahuje )?\p{L}+ (?:je|obsahuje|v textu)|сколько (?:всего )?\p{L}+ (?:есть|упомянуто|названо|в тексте)|hur många \p{L}+ (?:finns|nämns)|hvor mange \p{L}+ (?:er der|finnes|nevnes|nævnes)|kaç \p{L}+ (?:var|geçiyor)|montako \p{L}+ (?:on|mainitaan)|hány \p{L}+ (?:van|szerepel)|câte \p{L}+ sunt)(?!\p{L})/iu;
const ENDS_AS_QUESTION = /[?？؟]\s*["'”’»」』)\]*_]*\s*$/;
const ENDS_AS_STATEMENT = /[.!。！]\s*$/;
const UNSPACED_END = /(?:吗|呢|か|까|까요|나요|니)[。.]?\s*$/;
/** Reads as a question in full, not as a clause of a statement. */
const MAX_UNSPACED_CHARACTERS = 80;

/** True when a sentence asks for something that stands in a text, and not for a view of the text. */
export function isLookUp(sentence: string): boolean {
  const lead = LEADING.exec(sentence);
  const told = sentence.slice(lead?.[0].length);
  const asked = told.replace(LEAD_IN, '').trim();
  const isAnnounced = lead?.[1] !== undefined || LEAD_IN.test(told);
  if (asked === '' || asked.length > MAX_QUESTION_CHARACTERS) return false;
  if (YES_OR_NO.test(asked) || PLURAL.test(asked) || COUNTS_ALL.test(asked)) return false;
  const isMarked = ENDS_AS_QUESTION.test(asked);
  if (ASKS_UNSPACED.test(asked))
    return isMarked || UNSPACED_END.test(asked) || asked.length <= MAX_UNSPACED_CHARACTERS;
  if (isMarked) return ASKS.test(asked) || BEGINS.test(asked);
  return (
    asked.length <= MAX_UNMARKED_CHARACTERS &&
    (isAnnounced || !ENDS_AS_STATEMENT.test(asked)) &&
    BEGINS.test(asked)
  );
}
