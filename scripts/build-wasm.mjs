import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const FOLDER = new URL('../src/wire/json-bytes/', import.meta.url);

const { parseWat } = await wabt();
const source = readFileSync(new URL('plain-text.wat', FOLDER), 'utf8');
const { buffer } = parseWat('plain-text.wat', source, { simd: true }).toBinary({});
const text = Buffer.from(buffer).toString('base64');
writeFileSync(
  new URL('plain-text-wasm.ts', FOLDER),
  `/** Made from plain-text.wat by \`npm run build:wasm\`. */\nexport const PLAIN_TEXT_WASM =\n  '${text}';\n`,
);
