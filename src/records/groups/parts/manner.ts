import type { Token } from '../../../lib/words/tokens.js';
import { WordLexicon } from '../../../lib/words/word-lexicon.js';

/** What an order is made of that says how to write and nothing of what to do: `Answer with the result alone`. */
const WORDS = new WordLexicon({
  how: `answer answers reply replies respond response responses return returns output outputs print write give back send put out use keep
    be say do don't not never no none nothing always only just alone solely exactly but except without with within and or nor in on at of
    to for from by as the a an one any it its them that this what which was is are be been asked wanted requested needed result results
    text plain prose json xml csv yaml markdown html formatting format object line lines single short brief briefly concise concisely
    terse dry plainly clear clearly simple polite politely neutral factual sober same language user's user caller caller's customer
    emoji emojis comment comments commentary explanation explanations preamble introduction intro greeting greetings apology apologies
    quotes quotation marks bullet bullets headings else more than at most maximum words word sentences sentence characters ten twenty
    thirty forty fifty sixty eighty ninety hundred can ready printed published pasted used once directly straight immediately metric units
    british american english spelling please style tone possible very you your must
    antworte antworten schreibe schreib gib gebe ausgabe nutze verwende bleibe bleib sei halte fasse dich nur ausschließlich allein ohne
    mit und oder im in auf als das die der den dem ein eine einen kein keine keinen nichts anderes ergebnis text kurz knapp sachlich
    höflich neutral einfach klar fremdwörter emojis kommentar kommentare erklärung einleitung floskeln markdown aus zurück was verlangt
    wurde ist wird höchstens maximal sätze wörter zeichen zeilen deutsch sprache immer nie niemals bitte verständlich
    réponds répondez écris écrivez rends renvoie donne utilise reste sois uniquement seulement que le la les un une de du des en sans avec
    et ou ni pas ne rien autre résultat texte brut court bref sobre poli neutre simple emoji commentaire commentaires explication
    explications phrase phrases mots au plus maximum langue français demandé ce qui est
    responde responda escribe devuelve usa sé solo sólo únicamente el lo los las un una de en sin con y o no nada más resultado texto plano
    breve conciso claro neutro emojis comentario comentarios explicación explicaciones frases palabras máximo idioma pedido se pide
    escreve escreva devolve devolva usa use sê seja só apenas somente o os as um uma do da em sem com e ou não mais resultado texto simples
    curto comentários explicação explicações frases palavras língua português
    rispondi scrivi restituisci usa sii solo soltanto il lo la gli un una di in senza con e non nulla altro risultato testo semplice
    commenti spiegazioni frasi parole massimo lingua italiano
    antwoord schrijf geef gebruik blijf wees alleen uitsluitend het de een van in zonder met en niet niets anders resultaat tekst kort
    bondig zakelijk beleefd toelichting uitleg opmerkingen zinnen woorden taal nederlands terug
    odpowiadaj odpowiedz pisz napisz zwróć zwracaj podaj używaj bądź tylko sam wynik bez i lub nie nic więcej tekst zwykły krótko zwięźle
    uprzejmie komentarzy wyjaśnień zdań słów język polski
    odpověz odpovídej piš vrať použij buď pouze jen výsledek bez a nebo ne nic text stručně slušně komentářů vysvětlení vět slov česky
    отвечай ответь пиши напиши верни выводи используй будь только лишь результат без и или не ничего кроме текст кратко коротко вежливо
    комментариев пояснений предложений слов язык русском по на
    yanıtla yaz ver kullan ol sadece yalnızca sonucu sonuç olmadan ve veya hiçbir başka metin kısa açıklama yorum cümle kelime
    svara skriv ge använd var bara endast resultatet text kort utan och inte inget annat svar returner brug vær kun resultatet uden ikke
    comment* explan* explic* komment* koment* erklär* erläuter* vysvětl* wyjaśn* objaśn* поясн* объясн* комментар* коментар* toelicht* uitleg*
    förklar* forklar* selity* magyaráz* açıklama* yorum* wynik* výsled* результат* resultat* risultat* eredmén* sonuç* wyłączn* výhradn* jedyn*
    исключительн* uitsluitend* ausschließ* unicam* seulem* solament* soltant* kizárólag* ainoastaan*
    結果 だけ のみ 답 결과 만 쓰세요 只 仅 结果 输出 返回 不要 解释`,
});
const LETTER = /\p{L}/u;

/** Whether an order is made of such words alone. */
export function saysOnlyHow(tokens: readonly Token[]): boolean {
  return tokens.every((token) => !LETTER.test(token) || WORDS.classesOf(token) !== 0);
}
