import { TEXT_EDGE, TEXT_GAP, type MessageView, type ViewRole } from './chat-view.js';

/** Where the parts of a message are. Nothing is decoded but its role. */
export interface MessageOutline {
  role: ViewRole;
  /** Opening quote and end of each text, in order. */
  readonly texts: number[];
  media: number;
  toolCalls: number;
}

/** The message with its text decoded; of a long text the edges. */
export function viewOfMessage(bytes: Buffer, { role, texts, media, toolCalls }: MessageOutline): MessageView {
  let textBytes = 0;
  for (let index = 0; index < texts.length; index += 2)
    textBytes += (texts[index + 1] ?? 0) - (texts[index] ?? 0) - 2;
  const text = textBytes <= 2 * TEXT_EDGE ? joinTexts(bytes, texts) : joinEdges(bytes, texts);
  return { role, text, textBytes, media, toolCalls };
}

function joinTexts(bytes: Buffer, texts: readonly number[]): string {
  let joined = '';
  for (let index = 0; index < texts.length; index += 2) {
    if (index > 0) joined += '\n';
    joined += decodeText(bytes, (texts[index] ?? 0) + 1, (texts[index + 1] ?? 0) - 1);
  }
  return joined;
}

function joinEdges(bytes: Buffer, texts: readonly number[]): string {
  const head: string[] = [];
  let left = TEXT_EDGE;
  for (let index = 0; index < texts.length && left > 0; index += 2) {
    const start = (texts[index] ?? 0) + 1;
    const end = Math.min((texts[index + 1] ?? 0) - 1, start + left);
    head.push(decodeText(bytes, start, end));
    left -= end - start;
  }
  const tail: string[] = [];
  left = TEXT_EDGE;
  for (let index = texts.length - 2; index >= 0 && left > 0; index -= 2) {
    const end = (texts[index + 1] ?? 0) - 1;
    const start = Math.max((texts[index] ?? 0) + 1, end - left);
    tail.unshift(decodeText(bytes, start, end));
    left -= end - start;
  }
  return head.join('\n') + TEXT_GAP + tail.join('\n');
}

/** The text of a piece of a JSON string; an escape or a character that was cut in two at its edge is dropped. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes('\\')) return text;
  try {
    // The engine's own reader is many times as fast. It refuses what was cut in two.
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return unescape(text);
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([^u])|u?[0-9a-fA-F]{0,3}$)/g,
    (_, code?: string, simple?: string) => {
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return simple === undefined ? '' : (SIMPLE_ESCAPES[simple] ?? simple);
    },
  );
}
