import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = path.join(ROOT, 'src/database/embedded-postgres');

/** Stands for a gateway: starts the database, says so in one line of JSON, and lives until it is told to end. */
const GATEWAY_STANDIN = `
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
const say = (message) => console.log(JSON.stringify(message));
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: (line) => say({ log: line }) });
  // Before the report, which is the cue to send signals. A gateway listens; the timer keeps its stand-in alive likewise.
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  say({ url: postgres.url });
} catch (error) {
  say({ error: error.name, message: error.message });
  process.exitCode = 1;
}
`;

/**
 * Compiles the launcher beside node_modules, so that a plain `node` process can run it and be killed.
 *
 * @returns the script to run (argument: the data directory), and its removal.
 */
export function compileGatewayStandIn(): { script: string; remove: () => void } {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(path.join(cache, 'embedded-postgres-'));
  // Readable for the other accounts that tests start it under.
  chmodSync(directory, 0o755);
  writeFileSync(path.join(directory, 'package.json'), '{ "type": "module" }');
  for (const file of readdirSync(SOURCE).filter((name) => !name.endsWith('.spec.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(path.join(SOURCE, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    writeFileSync(path.join(directory, file.replace(/\.ts$/, '.js')), outputText);
  }
  const script = path.join(directory, 'gateway-stand-in.js');
  writeFileSync(script, GATEWAY_STANDIN);
  return { script, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
