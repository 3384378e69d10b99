import type { Token } from '../../lib/words/tokens.js';

/** Asks for a proof before a clause (`show that …`), and for anything else before a thing (`show the city only`). */
const SHOW = new Set(
  'show zeige zeigen zeig toon montre montrez muestra muestre mostre mostra mostrare arată arătați ukaž ukažte pokaż wykaż покажи покажите vis visa osoita mutasd δείξτε покажіть'.split(
    ' ',
  ),
);
const THAT = new Set('that dass daß dat que che că at att że že что că hogy että ότι що'.split(' '));
/** `Show by induction that` */
const WITHIN = 6;
/** Turkish says it at the end, behind what is to be shown. */
const SHOW_LAST = new Set('gösterin gösteriniz göster'.split(' '));
const NOMINAL = /[dt][ıiuü]ğ[ıiuü]n[ıiuü]$/u;

/** Whether the word at `index` asks for a proof with the words around it. */
export function showsThat(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index] ?? '';
  if (SHOW_LAST.has(token)) return tokens.slice(0, index).some((one) => NOMINAL.test(one));
  return SHOW.has(token) && tokens.slice(index + 1, index + WITHIN).some((one) => THAT.has(one));
}
