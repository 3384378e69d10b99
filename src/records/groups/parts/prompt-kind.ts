import { ACTION, taskWordsOf } from '../../../lib/words/task-words.js';
import { tokenize, type Token } from '../../../lib/words/tokens.js';
import { WordLexicon } from '../../../lib/words/word-lexicon.js';
import { saysOnlyHow } from './manner.js';
import { opensOrder } from '../templates/names-task.js';

/**
 * What a system prompt says of the tasks below it. `several`: that each request brings one; `one`: what is to be done, by itself;
 * `open`: neither.
 */
export type PromptKind = 'several' | 'one' | 'open';

const MOST_TOKENS = 200;
/** What a request may bring, in the languages that most requests come in. */
const BROUGHT = new WordLexicon({
  task: `task job order instruction assignment command operation errand
    aufgabe aufgaben auftrag aufträge anweisung anweisungen arbeitsauftrag befehl tâche tâches consigne consignes ordre ordres instruction
    tarea tareas encargo encargos instrucción instrucciones orden órdenes tarefa tarefas instrução instruções encomenda compito compiti incarico
    istruzione istruzioni ordine zadanie zadania polecenie polecenia úkol úkoly pokyn pokyny úloha úlohy задача задачу задачи задание задания
    поручение поручения команда команду завдання доручення taak taken opdracht opdrachten uppgift uppgifter instruktion opgave opgaver oppgave
    tehtävä tehtävän feladat feladatot utasítás sarcină sarcini görev komut εργασία εντολή مهمة أمر تعليمات कार्य निर्देश tugas perintah
    任务 任務 指令 要求 タスク 指示 作業 依頼 작업 지시 과제`,
});
/** Before it: a prompt also speaks of that people placed, and of the one task that it gives itself. */
const ONE_OR_EACH = new Set(
  `a an one each every any single another ein eine einen einem einer eines jede jeder jedes jeden jedem un une chaque una uno cada um uma
   uno ogni jeden jedno jedną jedna jednego każde każdy każdą jednu každý každá každé každou один одно одну одна каждое каждая каждую каждый одне
   кожне een één elke ieder iedere en ett varje et hver bir her yksi jokainen egy minden o fiecare μια ένα κάθε واحد كل एक प्रत्येक हर`.split(
    /\s+/,
  ),
);
const BETWEEN = 2;
/** What a request is called too, and what is asked for: only where the prompt itself orders nothing does that mean a task. */
const WEAKLY_BROUGHT = new WordLexicon({
  request: `request requests query wish anfrage anfragen wunsch bitte demande demandes souhait pedido pedidos solicitud solicitudes petición
    richiesta richieste verzoek verzoeken prośba prośbę prośbą żądanie požadavek požadavky запрос запросы просьба просьбу запит istek isteği
    begäran önskemål anmodning pyyntö kérés kérést cerere αίτημα طلب अनुरोध permintaan 请求 請求 依頼 リクエスト 요청`,
});
const SAYS_WHAT =
  /\bwhat (?:is|are|was|has) (?:to be done|asked|wanted|needed|requested)|\bwhat to do\b|\bwhat it needs\b|\bas (?:asked|requested|instructed)\b|was (?:damit )?zu tun ist|was (?:verlangt|gewünscht|gefragt) (?:ist|wird)|ce qu[’']il faut (?:en )?faire|ce qui est demandé|lo que se pide|lo que hay que hacer|o que (?:se pede|é pedido|fazer)|cosa fare|quello che (?:si chiede|viene chiesto)|wat (?:ermee )?moet gebeuren|wat er gevraagd wordt|co (?:trzeba|należy|má se) |что (?:нужно|надо|требуется) сделать/iu;
/** Doing what one is told. */
const FOLLOWS = new Set(
  `follow follows obey execute perform fulfil fulfill carry handle befolge befolgen erledige führe suis suivez exécute exécutez sigue siga
   ejecuta execute cumpre cumpra segui esegui volg voer wykonaj wykonuj splň vykonej выполни выполняй följ utför yap uygula`.split(
    /\s+/,
  ),
);
const FOLLOWED_WITHIN = 5;
/** Scripts that write no articles. */
const UNSPACED = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const OWN_UNSPACED =
  /[你您]的(?:任务|任務)|任务是|任務是|あなたの(?:タスク|作業|仕事)|タスクは|(?:당신의|너의) (?:작업|과제)/u;
const SENTENCE_ENDS = /[.!?;:\n。！？；：]+/u;
const MOST_SENTENCES = 24;
const COPULA = new Set(
  'is are was must should will may ist sind muss est sont es son è sono é são to'.split(' '),
);

/** Who does one thing says what is to be done. */
const DOES_ONE = new WordLexicon({
  task: `classifier* translator* summarizer* summariser* detector* extractor* tagger* grader* rater* scorer* moderator* filter* parser* corrector*
    proofreader* paraphraser* simplifier* anonymizer* anonymiser* labeler* labeller* annotator* transcriber* evaluator* assessor* generator*
    klassifikator* klassifizierer* übersetzer* zusammenfasser* prüfer* korrektor* lektor* clasificador* traductor* corrector* detector*
    classificateur* traducteur* correcteur* détecteur* classificador* tradutor* revisor* classificatore* traduttore* correttore*
    klasyfikator* tłumacz* korektor* klasifikátor* překladatel* классификатор* переводчик* корректор* vertaler* översättare*
    分类器 翻译器 分類器 翻訳機 분류기 번역기`,
});

/** What is to come out, where a sentence begins with it. */
const COMES_OUT = new WordLexicon({
  task: `summary summaries translation translations headline headlines caption captions rating ratings score scores severity priority sentiment
    classification correction corrections keywords subject zusammenfassung* übersetzung* bewertung* überschrift* betreffzeile* résumé* traduction*
    resumen resúmenes traducci* resumo* tradução traduções riassunt* traduzion* streszczeni* tłumaczeni* překlad* shrnutí перевод* резюме
    samenvatting* vertaling* sammanfattning* översättning* özet* çeviri* 摘要 翻译 要約 翻訳 요약 번역`,
});
/** `severity 0 to 5` */
const RANGE = /(?<![\p{L}\d])\d{1,2} ?(?:-|–|to|bis|à|a|do|до|tot|till|ile) ?\d{1,3}(?![\p{L}\d])/u;

export function readPromptKind(system: string): PromptKind {
  const tokens = tokenize(system, MOST_TOKENS);
  const isOwn = OWN_UNSPACED.test(system);
  if (!isOwn && (brings(tokens, BROUGHT) || isToldToFollow(tokens))) return 'several';
  const sentences = system.split(SENTENCE_ENDS, MOST_SENTENCES);
  if (sentences.some(isOrder) || namesOne(system, tokens, sentences)) return 'one';
  return !isOwn && (brings(tokens, WEAKLY_BROUGHT) || SAYS_WHAT.test(system)) ? 'several' : 'open';
}

/** Whether a prompt without an order says which task it has: by who does it, what comes out, or what may be answered. */
function namesOne(system: string, tokens: readonly Token[], sentences: readonly string[]): boolean {
  if (RANGE.test(system) || tokens.some((token) => DOES_ONE.classesOf(token) !== 0)) return true;
  return sentences.some((sentence) => COMES_OUT.classesOf(tokenize(sentence, 1)[0] ?? '') !== 0);
}

function brings(tokens: readonly Token[], brought: WordLexicon): boolean {
  return tokens.some(
    (token, index) =>
      brought.classesOf(token) !== 0 &&
      (UNSPACED.test(token) ||
        tokens.slice(Math.max(0, index - BETWEEN), index).some((one) => ONE_OR_EACH.has(one))),
  );
}

/** `Follow the request in the message`, `carry out the order`. */
function isToldToFollow(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, index) =>
      FOLLOWS.has(token) &&
      tokens
        .slice(index + 1, index + FOLLOWED_WITHIN)
        .some((one) => BROUGHT.classesOf(one) !== 0 || WEAKLY_BROUGHT.classesOf(one) !== 0),
  );
}

/** A sentence that begins with what is to be done; `Output is plain text` does not, nor what only says how to write. */
function isOrder(sentence: string): boolean {
  const tokens = tokenize(sentence, MOST_TOKENS);
  const [first, second] = tokens;
  if (first === undefined || COPULA.has(second ?? '')) return false;
  return (isAction(first) || opensOrder(first)) && !saysOnlyHow(tokens);
}

function isAction(token: Token): boolean {
  return (taskWordsOf([token]) & ACTION) !== 0;
}
