import { listsOptions, namesOpposites } from '../../../lib/words/answer-options.js';
import { ACTION, CONSTRAINT, POINTER, SLOT, taskWordsOf } from '../../../lib/words/task-words.js';
import { tokenize, type Token } from '../../../lib/words/tokens.js';
import { WordLexicon } from '../../../lib/words/word-lexicon.js';
import type { OuterClause } from './outer-clauses.js';
import { announcesTask } from './task-labels.js';

const MAX_TOKENS = 24;
/** An order says early what is to be done. */
const OPENING_TOKENS = 3;

/** Words that begin an order beside those that mark a task anywhere: in the midst of a sentence people use them for much else. */
const OPENINGS = {
  order: `tell show explain say guess suggest propose recommend sort group split merge join remove drop delete add insert keep format
    clean fix repair polish improve shorten expand lengthen outline sketch plan spell count measure calculate compute solve quote cite copy
    repeat mask hide flag highlight underline collect gather pull break put set use apply check verify validate test review inspect compare
    resolve normalise normalize standardise tidy trim crop cut round map link name title caption date locate spot mention note record log
    transcribe transliterate romanize decode encode parse simplify soften strengthen adapt localize localise convert continue finish
    nenn erkläre sage sag zeige zeig sortiere teile entferne lösche füge behalte bereinige verbessere kürze rechne berechne zitiere markiere
    sammle suche finde wähle mach mache erstelle verfasse notiere vergleiche vereinfache gliedere
    di dime explica muestra ordena divide quita elimina añade mejora acorta calcula cita marca busca encuentra elige crea redacta compara
    dis explique montre trie sépare supprime ajoute améliore raccourcis calcule cite repère cherche trouve choisis crée compare simplifie
    dimmi spiega mostra ordina rimuovi aggiungi migliora accorcia calcola cita trova scegli crea confronta semplifica
    diga explique mostre ordene remova acrescente melhore encurte calcule cite encontre escolha crie compare simplifique
    скажи объясни покажи отсортируй раздели удали добавь улучши сократи посчитай вычисли процитируй отметь собери найди выбери создай сравни упрости
    powiedz wyjaśnij pokaż posortuj usuń dodaj popraw skróć oblicz zacytuj znajdź wybierz utwórz porównaj uprość
    řekni vysvětli ukaž seřaď odstraň přidej zkrať spočítej cituj najdi vyber vytvoř porovnej
    zeg leg toon sorteer verwijder verbeter bereken citeer zoek vind kies maak vergelijk noem söyle açıkla göster sırala sil ekle kısalt hesapla bul seç
    اذكر اشرح رتب احذف أضف احسب ابحث اختر قارن बताइए बताओ समझाइए खोजें 解释 说明 找出 指出 排序 删除 添加 修改 扩写 缩写 计算 比较 选择 写出 答え 説明 示し
    並べ 削除 追加 直す 直し 計算 比較 選び 選ぶ 書く 書き 訳す 訳し まとめ 설명 찾아 골라 정렬 삭제 추가 계산 비교 써줘 작성 알려`,
} as const;
const openings = new WordLexicon(OPENINGS);

/** Whether a clause says what to do with an input, as an order or by the answers that it leaves to choose. */
export function namesTask({ text, label, isTag }: Pick<OuterClause, 'text' | 'label' | 'isTag'>): boolean {
  if (isTag) return false;
  if (label !== undefined && announcesTask(label)) return true;
  return listsOptions(text) || namesOpposites(text) || (!isOfInput(label) && isOrder(text));
}

/** What a short label names is data, whatever it says, unless the label announces a task. */
function isOfInput(label: string | undefined): boolean {
  return label !== undefined && label.trim().split(/\s+/).length <= MAX_LABEL_WORDS;
}

const MAX_LABEL_WORDS = 2;
const MAX_LINE = 120;

/** Whether a clause may be what is asked for: a line of its own with a word of tasks, or a question. */
export function mayNameTask({ text, label, isLine, isQuestion }: OuterClause): boolean {
  if (!isLine || label !== undefined || text.length > MAX_LINE) return false;
  return isQuestion || (taskWordsOf(tokenize(text, MAX_TOKENS)) & (ACTION | CONSTRAINT | POINTER)) !== 0;
}

/** Whether an order may begin with a word that marks no task elsewhere. */
export function opensOrder(token: Token): boolean {
  return openings.classesOf(token) !== 0;
}

function isOrder(clause: string): boolean {
  const tokens = tokenize(clause, MAX_TOKENS);
  // `Record:`, `Note:` name the input.
  if (tokens.length === 1 && (taskWordsOf(tokens) & (POINTER | SLOT)) !== 0) return false;
  const opening = tokens.slice(0, OPENING_TOKENS);
  if ((taskWordsOf(opening) & ACTION) !== 0) return true;
  if (opening.some(opensOrder)) return true;
  const kinds = taskWordsOf(tokens);
  return [ACTION, CONSTRAINT, POINTER].filter((kind) => (kinds & kind) !== 0).length > 1;
}
