import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { slug } from './slug.mjs';

const ROOT = new URL('../../', import.meta.url);

/** The documents of a folder by their titles, in the order of their names. */
function pagesOf(folder) {
  return readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => {
      const [title = file] = readFileSync(new URL(folder + file, ROOT), 'utf8').split('\n', 1);
      return { text: title.replace(/^# /, ''), link: `/${folder}${file.replace(/\.md$/, '')}` };
    });
}

const page = (text, link) => ({ text, link });

const ON_THE_SITE = /^[a-z][a-z0-9+.-]*:|^#|\.(?:md|png)(?:#|$)/i;

/**
 * Links as the site has them: a README is the page of its folder; and what is no document (a file of the repository) is there
 * where the repository is shown, so that here its text stays alone.
 */
function fitLinks(markdown) {
  markdown.core.ruler.push('fit-links', ({ tokens }) => {
    for (const { children } of tokens) {
      let isOther = false;
      for (const token of children ?? []) {
        if (!token.type.startsWith('link_')) continue;
        if (token.type === 'link_open') {
          const target = token.attrGet('href').replace(/(^|\/)README\.md(?=#|$)/, '$1index.md');
          token.attrSet('href', target);
          isOther = !ON_THE_SITE.test(target);
        }
        if (!isOther) continue;
        token.tag = 'span';
        token.attrs = null;
      }
    }
  });
}

/** The documents of the repository as a site: the same files, at the same places. */
export default defineConfig({
  title: 'Inference Gateway',
  description: 'One API key in front of hosted language models.',
  srcDir: '..',
  srcExclude: ['scripts/**', 'src/**', 'test/**', 'dist/**', 'coverage/**', '.data/**'],
  // A README is the page of its folder.
  rewrites: (file) => file.replace(/README\.md$/, 'index.md'),
  outDir: '.vitepress/dist',
  cacheDir: '.vitepress/cache',
  // scripts/check-docs.mjs looks at them, before and after the build, at headings too.
  ignoreDeadLinks: true,
  metaChunk: true,
  markdown: { anchor: { slugify: slug }, config: fitLinks },
  // Pictures that are linked to, as they are named.
  buildEnd: ({ outDir }) =>
    cpSync(new URL('docs/images/', ROOT), `${outDir}/docs/images`, { recursive: true }),
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Start', '/'),
      page('Guides', '/docs/guides/clients'),
      page('Recipes', '/docs/recipes/'),
      page('Decisions', '/docs/decisions/'),
      page('Changelog', '/CHANGELOG'),
    ],
    sidebar: [
      { text: 'Guides', items: pagesOf('docs/guides/') },
      {
        text: 'Run it',
        items: ['operations', 'scaling', 'reliability', 'performance', 'quality'].map((name) =>
          page(name[0].toUpperCase() + name.slice(1), `/docs/${name}`),
        ),
      },
      {
        text: 'Work on it',
        items: [
          page('Contributing', '/CONTRIBUTING'),
          page('Architecture', '/docs/architecture'),
          page('Glossary', '/docs/glossary'),
          page('The console', '/console/'),
        ],
      },
      { text: 'Recipes', collapsed: true, items: pagesOf('docs/recipes/') },
      { text: 'Decisions', collapsed: true, items: pagesOf('docs/decisions/').reverse() },
    ],
  },
});
