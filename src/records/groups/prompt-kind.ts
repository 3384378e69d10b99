import { ACTION, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize, type Token } from '../../lib/words/tokens.js';
import { WordLexicon } from '../../lib/words/word-lexicon.js';
import { opensOrder } from './names-task.js';

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
/** Scripts that write no articles. */
const UNSPACED = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const OWN_UNSPACED =
  /[你您]的(?:任务|任務)|任务是|任務是|あなたの(?:タスク|作業|仕事)|タスクは|(?:당신의|너의) (?:작업|과제)/u;
const SENTENCE_ENDS = /[.!?;:\n。！？；：]+/u;
const MOST_SENTENCES = 24;
const COPULA = new Set(
  'is are was must should will may ist sind muss est sont es son è sono é são to'.split(' '),
);

export function readPromptKind(system: string): PromptKind {
  if (bringsTasks(system)) return 'several';
  const sentences = system.split(SENTENCE_ENDS, MOST_SENTENCES);
  return sentences.some(isOrder) ? 'one' : 'open';
}

function bringsTasks(system: string): boolean {
  if (OWN_UNSPACED.test(system)) return false;
  const tokens = tokenize(system, MOST_TOKENS);
  return tokens.some(
    (token, index) =>
      BROUGHT.classesOf(token) !== 0 &&
      (UNSPACED.test(token) ||
        tokens.slice(Math.max(0, index - BETWEEN), index).some((one) => ONE_OR_EACH.has(one))),
  );
}

/** A sentence that begins with what is to be done; `Output is plain text` does not. */
function isOrder(sentence: string): boolean {
  const [first, second] = tokenize(sentence, 2);
  if (first === undefined || COPULA.has(second ?? '')) return false;
  return isAction(first) || opensOrder(first);
}

function isAction(token: Token): boolean {
  return (taskWordsOf([token]) & ACTION) !== 0;
}
