/**
 * Who may import whom: the table of docs/architecture.md, checked by `npm run boundaries`.
 * A module is a folder of src. Specs keep to the table too, but may use test support.
 */

/** Open to every module; `audit` and `alert-facts` because who changes something says so in his transaction. */
const BASE = [
  'wire',
  'lib',
  'config',
  'database',
  'http',
  'live-calls',
  'metrics',
  'error-answers',
  'queue',
  'audit',
  'alert-facts',
];

/** What each module may import besides itself and BASE. */
const ALLOWED = {
  catalog: [],
  storage: [],
  projects: ['catalog'],
  upstreams: ['catalog', 'projects'],
  endpoints: ['projects'],
  webhooks: ['endpoints'],
  auth: ['projects'],
  records: ['projects', 'catalog'],
  'rate-limits': ['auth', 'projects'],
  refusals: ['auth', 'projects'],
  contents: ['auth', 'projects'],
  'cached-answers': ['auth', 'projects'],
  billing: ['auth', 'projects', 'catalog', 'storage'],
  surface: [
    'auth',
    'cached-answers',
    'contents',
    'rate-limits',
    'billing',
    'upstreams',
    'catalog',
    'projects',
  ],
  routing: ['surface', 'auth', 'billing', 'endpoints', 'catalog', 'projects', 'records'],
  completions: [
    'cached-answers',
    'contents',
    'surface',
    'auth',
    'routing',
    'upstreams',
    'endpoints',
    'records',
    'billing',
    'catalog',
    'projects',
  ],
  recommendations: ['routing', 'records', 'catalog', 'projects'],
  alerts: ['webhooks', 'endpoints', 'upstreams', 'billing', 'projects'],
  account: ['surface', 'auth', 'rate-limits', 'billing', 'projects'],
  responses: [
    'contents',
    'surface',
    'auth',
    'routing',
    'completions',
    'upstreams',
    'endpoints',
    'records',
    'billing',
    'catalog',
    'projects',
  ],
  feedback: ['surface', 'auth', 'records'],
  passthrough: ['surface', 'auth', 'upstreams', 'billing', 'catalog', 'projects'],
  embeddings: ['surface', 'cached-answers', 'auth', 'upstreams', 'billing', 'catalog', 'projects'],
  'model-lists': ['surface', 'auth', 'routing', 'endpoints', 'upstreams', 'catalog', 'projects'],
  batches: [
    'surface',
    'auth',
    'upstreams',
    'endpoints',
    'embeddings',
    'webhooks',
    'billing',
    'catalog',
    'projects',
    'storage',
  ],
  facade: ['surface', 'auth', 'batches'],
  'openai-batches': ['surface', 'auth', 'billing', 'batches', 'storage'],
  traces: ['surface', 'auth', 'records', 'storage', 'projects', 'billing', 'catalog'],
};

/** They read downwards: every module above, and each nothing of the others here. */
const READERS = ['admin', 'console', 'health'];

/** Composition: files directly in src, and the folder that starts and stops the processes. */
const COMPOSITION = '^src/([^/]+\\.ts$|server/)';

const folders = (names) => `^src/(${names.join('|')})/`;
const allModules = Object.keys(ALLOWED);

function moduleRule(name, allowed) {
  return {
    name: `${name}-imports`,
    comment: `${name} may import ${[name, ...allowed].join(', ')} and nothing else of src`,
    severity: 'error',
    from: { path: folders([name]) },
    to: { path: '^src/', pathNot: folders([name, ...allowed]) },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'unresolvable',
      comment: 'a misspelt import would escape every other rule',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },

    moduleRule('lib', []),
    moduleRule('wire', ['lib']),
    {
      name: 'framework-free',
      comment: 'wire and lib are plain TypeScript',
      severity: 'error',
      from: { path: folders(['wire', 'lib']) },
      to: { path: '@nestjs/' },
    },

    moduleRule('config', ['lib', 'wire']),
    // Those of BASE, from the ground up: none may use a module that may use it.
    moduleRule('database', ['lib', 'config']),
    moduleRule('http', ['lib', 'config']),
    moduleRule('live-calls', ['http', 'lib', 'config']),
    moduleRule('metrics', ['live-calls', 'lib']),
    moduleRule('error-answers', ['metrics', 'http', 'database', 'wire', 'lib', 'config']),
    moduleRule('queue', ['http', 'database', 'lib', 'config']),
    moduleRule('audit', ['database', 'lib']),
    moduleRule('alert-facts', []),

    ...Object.entries(ALLOWED).map(([name, allowed]) => moduleRule(name, [...BASE, ...allowed])),
    ...READERS.map((name) => moduleRule(name, [...BASE, ...allModules])),
    moduleRule('simulator', ['wire', 'lib']),

    {
      name: 'nobody-imports-the-simulator',
      comment: 'it is a program of its own, reached over HTTP; only its entry starts it',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/simulator/', '^src/simulator\\.main\\.ts$'] },
      to: { path: folders(['simulator']) },
    },
    {
      name: 'every-folder-is-in-the-table',
      comment: 'a new folder of src needs a row here and in docs/architecture.md',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [COMPOSITION, folders([...BASE, ...allModules, ...READERS, 'simulator'])],
      },
      to: {},
    },
    {
      name: 'nobody-imports-an-entry',
      severity: 'error',
      from: { path: '^src/', pathNot: COMPOSITION },
      to: { path: COMPOSITION },
    },
    {
      name: 'tables-stay-inside-their-module',
      comment: 'other modules ask a service or a read model, never a repository',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/[^/]+/.+\\.repository\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^test/', '^bench/', '\\.spec\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^test/', '^bench/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
