import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@toolyard/source'];

/** Most files start processes and wait for them, so there are more of them at once than cores. */
const WORKERS = availableParallelism() + 2;

/** For tests that hang; a busy machine takes its time. */
const LIMIT_MS = 120_000;

// `npm test` leaves out `*.long.test.ts`; `npm run test:all` runs those, and the whole of `*.property.test.ts`, and nothing else.
export default defineConfig(({ mode }) => {
  const isAll = mode === 'all';
  const ending = isAll ? '*.{long,property}.test.ts' : '*.test.ts';
  const exclude = ['**/node_modules/**', '**/*.timed.*', ...(isAll ? [] : ['**/*.long.*'])];
  // What is measured in seconds has the machine to itself, when everything else is done.
  const timed = { maxWorkers: 1, sequence: { groupOrder: 1 }, exclude: ['**/node_modules/**'] };
  const together = { maxWorkers: WORKERS, sequence: { groupOrder: 0 }, exclude };
  // The plugin in a browser, by `npm run e2e:obsidian`: a window has processes of its own, and keeps a core busy.
  // Some tests of windows fail now and then beside many others, and not alone; why is not known for all. So each is tried once more, which the report says.
  const windows = { ...together, maxWorkers: availableParallelism() + 1, maxConcurrency: 3, retry: 1 };
  // The extension in a real VS Code, by `npm run e2e:vscode`.
  const editor = { globalSetup: ['./apps/vscode/test/bed/serve-editor.ts'] };

  return {
    resolve: { conditions: [...conditions, 'node'] },
    // Vite adds `import` itself. Named here it would reach Node too, where `require` would then load ES modules.
    ssr: { resolve: { conditions: [...conditions, 'node'] } },
    test: {
      reporters: ['default', './tools/closing-line-reporter.mjs'],
      // Starts real databases and the like when the first test asks for them.
      globalSetup: ['./packages/testing/src/external/serve-externals.ts'],
      env: isAll ? { TOOLYARD_TEST_RUNS: 'all' } : {},
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      expect: { poll: { timeout: LIMIT_MS / 2 } },
      // Files share processes, one after another: modules have no state, and loading them anew for each file took longer than most tests.
      isolate: false,
      projects: [
        {
          ...together,
          name: 'unit',
          include: ['packages/*/src', 'apps/*/src', 'test/integration'].map((folder) => `${folder}/**/${ending}`),
        },
        { ...together, name: 'e2e', include: [`test/e2e/**/${ending}`] },
        {
          ...together,
          name: 'static',
          include: isAll ? [] : ['tools/**/*.test.ts', '{bench,conformance}/**/*.test.mjs'],
        },
        { ...timed, name: 'timed', include: [`{packages,apps/cli,test}/**/*.timed${isAll ? '.long' : ''}.test.ts`] },
        { ...windows, name: 'obsidian', include: isAll ? [] : ['apps/obsidian/test/**/*.test.ts'] },
        { ...timed, name: 'obsidian-timed', include: isAll ? [] : ['apps/obsidian/test/**/*.timed.test.ts'] },
        { ...windows, ...editor, name: 'vscode', include: isAll ? [] : ['apps/vscode/test/**/*.test.ts'] },
        { ...timed, ...editor, name: 'vscode-timed', include: isAll ? [] : ['apps/vscode/test/**/*.timed.test.ts'] },
      ].map((test) => ({ extends: true, test })),
    },
  };
});
