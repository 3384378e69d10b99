import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'coverage',
      '.data',
      '**/.dependency-cruiser.cjs',
      'console/dist',
      'docs/.vitepress/dist',
      'docs/.vitepress/cache',
      'console/src/api/schema.ts',
    ],
  },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', '*.ts', 'console/**/*.ts', 'console/**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only config/ reads the environment.',
        },
        {
          selector: 'TemplateElement[value.raw=/\\bIN\\s*\\(\\s*SELECT(?=[^;]*LIMIT)(?=[^;]*FOR UPDATE)/]',
          message:
            'A join may choose such rows again for each row, and then takes more than its limit: `= ANY(ARRAY(SELECT …))` chooses once.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:async_hooks', 'async_hooks'].map((name) => ({
            name,
            message:
              'A storage in use makes every promise dearer; see docs/decisions (no storage of contexts).',
          })),
        },
      ],
      // Nest's option classes are meant to be given as literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: [
      'src/config/**',
      'test/**',
      'src/**/*.spec.ts',
      'ormconfig.ts',
      'console/vite.config.ts',
      'vitest.config.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['src/audit/actor.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', 'test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['bench/**/*.mjs', 'scripts/**/*.mjs', 'console/*.mjs', 'docs/.vitepress/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
