/** Who may import whom in the console: the table of console/README.md, checked by `npm run boundaries`. */

const ROOT = '^console/src/';
const folders = (names) => `${ROOT}(${names.join('|')})/`;

/** What each folder may import besides itself. `app` may import everything. */
const ALLOWED = {
  text: [],
  format: ['text'],
  store: [],
  clock: ['store'],
  url: ['clock'],
  drafts: ['store'],
  keys: ['text'],
  ui: ['text', 'format', 'keys', 'url', 'clock'],
  api: ['store', 'url', 'clock'],
  parts: ['text', 'format', 'url', 'drafts', 'keys', 'ui', 'api', 'store', 'clock'],
  screens: ['text', 'format', 'url', 'drafts', 'keys', 'ui', 'api', 'store', 'clock', 'parts'],
};

const SPEC = '\\.spec\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'unresolvable',
      severity: 'error',
      from: { path: ROOT },
      to: { couldNotResolve: true },
    },
    ...Object.entries(ALLOWED).map(([name, allowed]) => ({
      name: `${name}-imports`,
      severity: 'error',
      from: { path: folders([name]), pathNot: SPEC },
      to: { path: ROOT, pathNot: folders([name, ...allowed]) },
    })),
    {
      name: 'screens-do-not-import-each-other',
      severity: 'error',
      from: { path: `${ROOT}screens/([^/]+)/` },
      to: { path: `${ROOT}screens/`, pathNot: `${ROOT}screens/$1/` },
    },
    {
      name: 'nothing-of-the-server',
      comment: 'the console is a client of the management API, and of nothing else',
      severity: 'error',
      from: { path: ROOT },
      to: { path: ['^src/', '^test/', '^bench/', '^scripts/'] },
    },
    {
      name: 'nothing-of-node',
      severity: 'error',
      from: { path: ROOT },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: ROOT, pathNot: [SPEC, `${ROOT}testing/`] },
      to: { path: [SPEC, `${ROOT}testing/`] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
