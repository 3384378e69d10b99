/**
 * Little words that tell a person's message from a program's, in the languages most requests come in. A language that is
 * not here is judged by structure, letters and numbers alone.
 */
const WORDS = {
  person: `i me my mine i'm we our us ich mein meine meinen meiner mir mich wir unser yo mi mis quiero necesito tengo estoy soy
    je j'ai mon ma mes moi nous io mio mia miei voglio vorrei sono eu meu minha quero preciso ik mijn wil я мне мой моя мою мои
    меня мы нам хочу ja mi mój moja mnie chcę mam jag min mitt ben benim bana 我 我们 私 僕 俺 나 저 제가`,
  address: `you your you're du dir dich dein deine kannst könntest könnten hast weißt tú puedes podrías usted sabes tienes tu peux
    pouvez pourrais pourriez vous connais puoi potresti sai você pode poderia kun kunt jij weet ты вы вас тебя можешь можете знаешь
    подскажи подскажите помоги помогите możesz możecie kan sen misin 你 您 能不能 可以吗 あなた 教えて ください`,
  question: `what what's why how who when where which is are does do can could should would was warum wieso wie wer wann wo welche
    welcher qué por cómo quién cuándo dónde cuál cuáles pourquoi comment qui quand où quel quelle quels che perché come quando dove
    quale por que como quem onde qual wat waarom hoe wie что почему как кто когда где какой какая какие зачем сколько co dlaczego jak
    kto kiedy gdzie jaki nasıl neden ne 什么 怎么 为什么 如何 哪 何 なぜ どう`,
  social: `hi hello hey thanks thank please sorry hallo danke bitte hola gracias buenas bonjour merci salut ciao grazie olá obrigado
    oi hoi bedankt привет здравствуйте спасибо пожалуйста cześć dzięki proszę hej merhaba selam lol ok okay cool yes yeah no great
    你好 谢谢 请问 こんにちは ありがとう`,
  task: `classify categorize categorise label tag assign determine identify detect decide extract parse return summarize summarise
    condense shorten translate rewrite rephrase paraphrase convert transform normalize normalise output predict rate score rank fill
    format given task klassifiziere kategorisiere ordne bestimme extrahiere fasse übersetze formuliere korrigiere wandle gib erkenne
    entscheide bewerte clasifica extrae resume traduce reescribe convierte devuelve identifica indica asigna determina clasifique
    extraiga traduzca resuma classe classez classifie extrais extrayez résume résumez traduis traduisez réécris convertis identifie
    renvoie détermine classifica estrai riassumi traduci riscrivi converti restituisci assegna classifique extraia resuma traduza
    reescreva retorne converta classificeer extraheer vertaal herschrijf классифицируй классифицируйте определи определите извлеки
    извлеките переведи переведите перефразируй перепиши суммируй резюмируй верни верните sklasyfikuj wyodrębnij przetłumacz streść
    określ sınıflandır çevir özetle klassificera översätt 分类 提取 翻译 总结 改写 判断 抽取 归类 分類 抽出 翻訳 要約`,
  output: `output answer respond reply return only just json csv xml yaml label labels category categories format exactly single
    nothing else one-word yes/no nur ausschließlich antworte ausgabe antwort format einem solo sólo únicamente responde salida
    respuesta etiqueta uniquement seulement réponds répondez sortie réponse rispondi soltanto risposta apenas somente responda saída
    resposta alleen antwoord только ответ ответь ответьте вывод метка категория tylko odpowiedz odpowiedź yalnızca sadece cevap endast
    svara 仅 只 输出 回答 标签 类别 出力 のみ`,
  slot: `input text sentence sentences review message email document passage paragraph context question query title article utterance
    ticket transcript description source eingabe satz bewertung nachricht eingabetext entrada texto reseña mensaje oración consulta avis
    texte phrase entrée testo frase recensione messaggio ingresso avaliação mensagem tekst zin bericht recensie текст отзыв сообщение
    предложение вход запрос opinia wiadomość zdanie metin yorum mesaj cümle mening recension 文本 评论 句子 输入 文 入力 レビュー`,
  persona: `assistant helpful chatbot bot companion tutor coach agent concierge teacher friend help helps assist user users user's customer
    customers visitors guests players conversation chat friendly polite warm kind tone personality character answers honest knowledgeable
    assistent hilfreich hilf freundlich kunden nutzer asistente ayuda amable clientes usuario usuarios assistant aide clients assistente
    utile utenti cordiale ajuda usuários behulpzaam ассистент помощник дружелюбный помогай пользователь пользователя покупателей asystent
    pomocny asistan yardımcı assistent 助手 客服 友好 乐于助人 アシスタント 親切 ユーザー`,
  engine: `classifier engine parser extractor annotator tagger labeler moderator pipeline api system scorer normaliser normalizer generator
    summarizer summariser converter service klassifikator clasificador classificateur classificatore classificador классификатор 分类器`,
  refer: `following below above given these provided each folgende folgenden folgender nachstehenden obigen siguiente siguientes anterior
    suivant suivante suivants seguente seguenti seguinte volgende следующий следующее следующего ниже выше данный poniższy następujący
    aşağıdaki följande 以下 下面 上述 次の 以下の`,
} as const;

export type WordClass = keyof typeof WORDS;

export const WORD_CLASSES = Object.keys(WORDS) as readonly WordClass[];

const CLASSES_OF_WORD = new Map<string, number>();
for (const [index, name] of WORD_CLASSES.entries())
  for (const word of WORDS[name].split(/\s+/))
    if (word !== '') CLASSES_OF_WORD.set(word, (CLASSES_OF_WORD.get(word) ?? 0) | (1 << index));

/** The classes of a lower-case word, a bit each in the order of `WORD_CLASSES`. */
export function classesOf(word: string): number {
  return CLASSES_OF_WORD.get(word) ?? 0;
}

const WITHOUT_SPACES = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+$/;
/** Words of scripts that write no spaces, by their first character. */
const UNSPACED_WORDS = new Map<number, (readonly [string, number])[]>();
for (const [word, classes] of CLASSES_OF_WORD) {
  if (!WITHOUT_SPACES.test(word)) continue;
  const first = word.charCodeAt(0);
  UNSPACED_WORDS.set(first, [...(UNSPACED_WORDS.get(first) ?? []), [word, classes]]);
}

/** The classes of all words that stand in a run without spaces. */
export function classesWithin(run: string): number {
  let classes = 0;
  for (let start = 0; start < run.length; start += 1)
    for (const [word, ofWord] of UNSPACED_WORDS.get(run.charCodeAt(start)) ?? [])
      if (run.startsWith(word, start)) classes |= ofWord;
  return classes;
}
