/** Takes a stream of server-sent events in pieces, cut anywhere, and gives the data of each whole event. Pure but for its rest. */
export function eventReader(): (piece: string) => readonly string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
  };
}
