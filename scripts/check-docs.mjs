import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from '../docs/.vitepress/slug.mjs';

/**
 * `check-docs.mjs`: every relative link of the documents leads to a file, and to a heading where it names one.
 * `check-docs.mjs --built`: the same of the pages of the built site, and none of them loads anything from elsewhere.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SITE = path.join(ROOT, 'docs/.vitepress/dist');
const OUTSIDE = /^[a-z][a-z0-9+.-]*:/i;

function filesOf(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file));
}

function documents() {
  const alone = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'console/README.md', 'bench/README.md'];
  return [...alone.map((file) => path.join(ROOT, file)), ...filesOf(path.join(ROOT, 'docs'), '.md')];
}

const withoutCode = (text) => text.replace(/^( *)```.*?^\1```$/gms, '').replace(/`[^`\n]*`/g, '');

function anchorsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/^( *)```.*?^\1```$/gms, '');
  const plain = (heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  return new Set([...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => slug(plain(heading))));
}

function faultOf(file, target) {
  const [place, anchor] = target.split('#');
  const there = place === '' ? file : path.resolve(path.dirname(file), place);
  if (!existsSync(there)) return 'no such file';
  if (anchor !== undefined && there.endsWith('.md') && !anchorsOf(there).has(anchor))
    return 'no such heading';
  return undefined;
}

function deadLinks() {
  return documents().flatMap((file) =>
    [...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target)
      .filter((target) => !OUTSIDE.test(target))
      .map((target) => ({ target, fault: faultOf(file, target) }))
      .filter(({ fault }) => fault !== undefined)
      .map(({ target, fault }) => `${path.relative(ROOT, file)}: ${target}: ${fault}`),
  );
}

/** What a browser would load by itself; links that a reader follows are not meant. */
function foreignLoads() {
  const inPages =
    /<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?\/\/[^"]*"|<link\b[^>]*\bhref="(?:https?:)?\/\/[^"]*"/g;
  const inStyles = /url\(["']?(?:https?:)?\/\/[^)]*\)|@import[^;]*\/\/[^;]*;/g;
  const loads = (ending, pattern) =>
    filesOf(SITE, ending).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(
        ([load]) => `${path.relative(SITE, file)}: ${load}`,
      ),
    );
  return [...loads('.html', inPages), ...loads('.css', inStyles)];
}

/** Where a link of a page leads, as a file server finds it. */
function placeOf(page, address) {
  const place = address.startsWith('/') ? address : path.posix.join('/', path.dirname(page), address);
  return path.join(SITE, decodeURI(place.endsWith('/') ? `${place}index.html` : place));
}

function deadLinksOfSite() {
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file))
      ids.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)));
    return ids.get(file);
  };
  return filesOf(SITE, '.html').flatMap((file) => {
    const page = path.relative(SITE, file);
    return [...readFileSync(file, 'utf8').matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)]
      .map(([, target]) => target)
      .filter((target) => !OUTSIDE.test(target) && target !== '')
      .filter((target) => {
        const [address, anchor = ''] = target.split('#');
        const there = address === '' ? file : placeOf(page, address);
        if (!existsSync(there)) return true;
        return anchor !== '' && there.endsWith('.html') && !idsOf(there).has(decodeURI(anchor));
      })
      .map((target) => `${page}: ${target}: leads nowhere`);
  });
}

const faults = process.argv.includes('--built') ? [...foreignLoads(), ...deadLinksOfSite()] : deadLinks();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
