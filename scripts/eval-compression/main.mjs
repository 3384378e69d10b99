// Measures prompt compression on rows of questions, summaries and verbatim material: `npm run eval:compression`.
// The rows are read from COMPRESSION_EVAL_DIR, or ../shared/compression-eval beside the project; nothing of them is kept.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scoreByHand } from './by-hand.mjs';
import { compressMessages } from '../../src/completions/compression/compress-messages.ts';

const folder = process.env.COMPRESSION_EVAL_DIR ?? resolve('../shared/compression-eval');
const rows = readFileSync(join(folder, 'prompts.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

function compress(messages, ratio) {
  const bytes = Buffer.from(JSON.stringify(messages));
  return JSON.parse((compressMessages(bytes, ratio) ?? bytes).toString());
}

const textOf = (messages) =>
  messages
    .map(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'),
    )
    .join('\n');

function scoreOf({ type, answers = [], key_tokens: tokens = [], must_keep: protectedTexts = [] }, text) {
  const lower = text.toLowerCase();
  if (type === 'qa') return answers.some((answer) => lower.includes(answer.toLowerCase())) ? 1 : 0;
  if (type === 'summary')
    return tokens.filter((token) => lower.includes(token.toLowerCase())).length / Math.max(1, tokens.length);
  return protectedTexts.every((kept) => text.includes(kept)) ? 1 : 0;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

for (const ratio of [0.5, 0.33, 0.25]) {
  for (const type of ['qa', 'summary', 'verbatim']) {
    const results = rows
      .filter(({ labels }) => labels.type === type)
      .map(({ body, labels, id }) => {
        const before = textOf(body.messages);
        const after = textOf(compress(body.messages, ratio));
        const kept = (labels.must_keep ?? []).filter((text) => after.includes(text)).length;
        const score = scoreOf(labels, after);
        if (process.env.SHOW && (score < 1 || kept < (labels.must_keep ?? []).length) && type !== 'summary')
          console.log('  missed', id, labels.shape ?? '', labels.question ?? labels.why);
        return { share: after.length / before.length, score, kept, all: (labels.must_keep ?? []).length };
      });
    const protectedShare =
      results.reduce((sum, { kept }) => sum + kept, 0) / results.reduce((sum, { all }) => sum + all, 0);
    console.log(
      `target ${ratio.toFixed(2)} ${type.padEnd(9)} kept ${mean(results.map(({ share }) => share)).toFixed(3)} score ${mean(results.map(({ score }) => score)).toFixed(3)} protected ${protectedShare.toFixed(3)}`,
    );
  }
}

const eight = rows.filter(({ labels }) => labels.chars > 7_000 && labels.chars < 9_000);
for (let round = 0; round < 30; round += 1) for (const { body } of eight) compress(body.messages, 0.5);
const times = [];
for (let round = 0; round < 20; round += 1)
  for (const { body } of eight) {
    const start = performance.now();
    compress(body.messages, 0.5);
    times.push(performance.now() - start);
  }
times.sort((one, other) => one - other);
console.log(
  `${eight.length} prompts of about 8 KB: p50 ${times[times.length >> 1]?.toFixed(2)} ms, p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(2)} ms`,
);

scoreByHand();
