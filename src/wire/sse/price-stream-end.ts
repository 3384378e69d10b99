import { ChatStreamTap } from './chat-stream-tap.js';

/** The end of a chat stream that was given already, whole events with the usage chunk among them, at another cost. */
export function priceStreamEnd(end: Buffer, cost: string): Buffer {
  const tap = new ChatStreamTap();
  const passed = tap.push(end);
  const rest = tap.finish({ cost });
  return passed === undefined ? rest : Buffer.concat([passed, rest]);
}
