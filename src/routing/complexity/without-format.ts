import { findAtWordStart } from '../../lib/words/word-start.js';

/** An object or schema as it is to be filled: braces with names or types, not those of code or of sets. */
const OBJECT = /\{\s*["'“][^{}]{0,400}\}|\[\s*\{[^[\]]{0,400}\}\s*\]/g;
/** A sentence or line that only says in which form the answer is to come. */
const FORM_SENTENCE =
  /(?<=^|[.\n!?;:]\s{0,3})(?:please\s+)?(?:output|answer|response|reply|return|respond|print|format|give your answer|provide your answer|write your answer|ausgabe|antworte|antwort|gib|réponds|répondez|réponse|format|renvoie|responde|respuesta|devuelve|salida|rispondi|responda|saída|odpověz|vrať|vypiš|odpowiedz|zwróć|ответь|верни|выведи|формат|svara|antwoord|yalnızca|sadece)\b[^.\n]{0,160}?\b(?:json|xml|yaml|csv|markdown|keys?|fields?|format|schema|word|words|label|category|only|nothing else|string|boolean|number|nur|wort|mot|seulement|uniquement|palabra|solo|sólo|únicamente|parola|soltanto|apenas|slovem|pouze|jen|tylko|słowem|словом|только|ord|woord)\b[^.\n]{0,200}(?:[.\n]|$)/giu;
/** Words of form that are left in other sentences. */
const FORM_WORDS =
  /\b(?:json|yaml|xml|csv|iso(?:[ -]?\d+(?:-\d+)?)?(?:[ -]codes?)?|output format|output|\((?:string|number|boolean|integer|array|list|int|float|[\d.]+ ?[-–] ?[\d.]+)\)|with (?:the )?keys?|string|boolean|nothing else)(?!\p{L})|\((?:string|number|boolean|integer|array|\d[\d.]* ?[-–] ?\d[\d.]*)\)/giu;
const CODE =
  /```|(?:^|\n)\s*(?:def|class|import|function|const|public|#include|fn|select)\b|(function|program|script|algorithm|implement|programm|funktion|fonction|función|функци)(?!\p{L})/giu;

/** Where none of these is, nothing is said on a form. */
const HINT = /[{]\s*["'“]|json|yaml|xml|csv|\biso\b|format|\bkeys?\b|string|output/i;

/** A text without what it says on the form of the answer: that makes nothing harder. Texts about code are left as they are. */
export function withoutFormat(text: string): string {
  if (!HINT.test(text) || findAtWordStart(CODE, text.slice(0, READ)) >= 0) return text;
  return text.replace(OBJECT, ' ').replace(FORM_SENTENCE, ' ').replace(FORM_WORDS, ' ').trim() || text;
}

const READ = 2_000;
