// Scores compression on our own documents and tasks: look-ups, tasks on the whole text, chats about a document.
import { AMID_CASES, CHATS, LOOK_UPS, WHOLE } from './by-hand-cases.mjs';
import { PROBE_CHATS, PROBE_LOOK_UPS, PROBE_WHOLE } from './probe-cases.mjs';
import { compressMessages } from '../../src/completions/compression/compress-messages.ts';

function compress(messages) {
  const bytes = Buffer.from(JSON.stringify(messages));
  return JSON.parse((compressMessages(bytes) ?? bytes).toString());
}

const textOf = (messages) =>
  messages
    .map(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
    )
    .join('\n');
const share = (count, all) => `${count} of ${all} (${(count / Math.max(1, all)).toFixed(3)})`;

/** Prints the figures; with SHOW=1 also each miss. */
export function scoreByHand() {
  scoreCases('by hand', { lookUps: LOOK_UPS, whole: WHOLE, chats: CHATS });
  const amid = AMID_CASES.filter(({ messages, needle }) => textOf(compress(messages)).includes(needle));
  console.log(`by hand: instructions amid a document kept ${share(amid.length, AMID_CASES.length)}`);
  scoreCases('probes', { lookUps: PROBE_LOOK_UPS, whole: PROBE_WHOLE, chats: PROBE_CHATS });
}

function scoreCases(title, { lookUps, whole, chats }) {
  const show = (kind, text) =>
    process.env.SHOW && console.log(`  ${kind}: ${text.replaceAll('\n', ' ').slice(0, 160)}`);
  let kept = 0;
  let before = 0;
  let after = 0;
  let shares = 0;
  for (const { messages, needle, name } of lookUps) {
    const text = textOf(compress(messages));
    const original = textOf(messages);
    if (text.includes(needle)) kept += 1;
    else show('lost', name);
    if (text === original) show('whole', name);
    before += original.length;
    after += text.length;
    shares += text.length / original.length;
  }
  console.log(
    `${title}: look-ups kept ${share(kept, lookUps.length)}, mean share ${(shares / lookUps.length).toFixed(3)}, of all characters ${(after / before).toFixed(3)}`,
  );
  const untouched = whole.filter(({ messages, name }) => {
    const isWhole = textOf(compress(messages)) === textOf(messages);
    if (!isWhole) show('touched', name);
    return isWhole;
  });
  console.log(`${title}: tasks on the whole text untouched ${share(untouched.length, whole.length)}`);
  let missed = 0;
  let chatBefore = 0;
  let chatAfter = 0;
  for (const { messages, needle, name } of chats) {
    const text = textOf(compress(messages));
    chatBefore += textOf(messages).length;
    chatAfter += text.length;
    if (text.includes(needle)) continue;
    missed += 1;
    show('missed in a chat', name);
  }
  console.log(
    `${title}: follow-up questions missed ${share(missed, chats.length)}, share kept ${(chatAfter / chatBefore).toFixed(3)}`,
  );
}
