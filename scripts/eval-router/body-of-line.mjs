/** A request in one line: `system >> user`, further turns by ` || `, user and assistant in turn. */
export function bodyOf(line) {
  const cut = line.indexOf(SYSTEM_END);
  const messages = line
    .slice(cut < 0 ? 0 : cut + SYSTEM_END.length)
    .split(' || ')
    .map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
  return { messages: cut < 0 ? messages : [{ role: 'system', content: line.slice(0, cut) }, ...messages] };
}

const SYSTEM_END = ' >> ';
