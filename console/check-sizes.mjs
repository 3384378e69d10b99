// What the console may weigh, compressed: the first screen's scripts and styles, and everything. Run after a build.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const KB = 1_000;
const BUDGETS = { 'first screen, script': 80 * KB, 'first screen, CSS': 15 * KB, everything: 220 * KB };
const dist = path.join(import.meta.dirname, 'dist');
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));

/** As most browsers get it; gzip, which is larger, is what the budget is held to. */
const sizeOf = async (file) => (await stat(path.join(dist, `${file}.gz`))).size;

async function sum(files) {
  const sizes = await Promise.all([...files].map(sizeOf));
  return sizes.reduce((total, size) => total + size, 0);
}

/** The files of an entry with all that it imports at once. */
function filesOf(name, found = { scripts: new Set(), styles: new Set() }) {
  const entry = manifest[name];
  if (found.scripts.has(entry.file)) return found;
  found.scripts.add(entry.file);
  for (const style of entry.css ?? []) found.styles.add(style);
  for (const imported of entry.imports ?? []) filesOf(imported, found);
  return found;
}

// The largest that a first screen can be: the entry, and whichever screen comes with it.
const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/'));
const firsts = await Promise.all(
  screens.map(async (screen) => {
    const files = filesOf(screen, filesOf('index.html'));
    return { screen, script: await sum(files.scripts), css: await sum(files.styles) };
  }),
);
const largest = firsts.reduce((first, second) => (second.script > first.script ? second : first));
const files = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
const measured = {
  'first screen, script': largest.script,
  'first screen, CSS': Math.max(...firsts.map(({ css }) => css)),
  everything: await sum([...files].filter((file) => /\.(js|css)$/.test(file))),
};

for (const [name, size] of Object.entries(measured)) {
  const isOver = size > BUDGETS[name];
  console.log(`${isOver ? 'TOO LARGE: ' : ''}${name}: ${(size / KB).toFixed(1)} of ${BUDGETS[name] / KB} KB`);
  if (isOver) process.exitCode = 1;
}
