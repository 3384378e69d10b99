/**
 * After `nest build`: makes one program of dist/main.js and what it needs, in place. Two thirds of a start went into finding and
 * linking some 2,400 files. The other programs, the threads and what scripts import stay files of their own
 * (docs/decisions/2026-11-30-one-program.md).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.resolve(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');
const fromService = createRequire(path.join(DIST, 'main.js'));
/** Loaded late or never, found by name by others too, or with files beside their code. */
const LEFT_OUT = [
  '@aws-sdk',
  '@clickhouse/client',
  'bull',
  'class-transformer',
  'class-validator',
  'ioredis',
  'pg',
  'pino',
  'protobufjs',
  'reflect-metadata',
  'stripe',
  'typeorm',
  'undici',
];
/**
 * Of these those that have one copy, for `require`: who imports it has Node.js read each of its files once more before, for the names
 * that they export.
 */
const REQUIRED = [
  'class-transformer',
  'class-validator',
  'pg',
  'pino',
  'protobufjs',
  'reflect-metadata',
  'typeorm',
  'undici',
];
const REQUIRES = '\0requires ';

const bundle = await rolldown({
  input: { main: path.join(DIST, 'main.js') },
  platform: 'node',
  plugins: [
    {
      name: 'service',
      resolveId: (source, importer) => {
        if (importer?.startsWith(REQUIRES)) return { id: source, external: true };
        if (!isLeftOut(source, importer)) return null;
        return isOf(REQUIRED, source) ? REQUIRES + source : { id: source, external: true };
      },
      load: (id) => {
        if (id.startsWith(REQUIRES)) return `module.exports = require('${id.slice(REQUIRES.length)}');`;
        return id.startsWith(DIST + path.sep) ? loadBuilt(id) : null;
      },
    },
  ],
  onLog(level, log, print) {
    // What packages may have and this service does not; how long a busy machine takes.
    const isNews = !['UNRESOLVED_IMPORT', 'PLUGIN_TIMINGS'].includes(log.code);
    if (level === 'warn' && isNews) print(level, log);
  },
});
await bundle.write({
  dir: DIST,
  format: 'esm',
  // Entities, modules and errors are known by the names of their classes.
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'service-[hash].js',
  sourcemap: true,
  sourcemapExcludeSources: true,
});

function isOf(packages, source) {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}

/** Only where an importer would get the same copy as the service does. */
function isLeftOut(source, importer) {
  if (!isOf(LEFT_OUT, source)) return false;
  return createRequire(importer).resolve(source) === fromService.resolve(source);
}

/** With the map to its source; what it finds beside itself it goes on finding there. */
async function loadBuilt(id) {
  if (!id.endsWith('.js')) return null;
  const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
  const place = path.relative(DIST, id);
  return {
    // Within their lines, so that the map stays true to the line.
    code: code
      .replaceAll(/\bimport\.meta\.url\b/g, `new URL('./${place}', import.meta.url).href`)
      .replaceAll(/\bimport\.meta\.dirname\b/g, `(import.meta.dirname + '/${path.dirname(place)}')`),
    map: JSON.parse(map),
  };
}
