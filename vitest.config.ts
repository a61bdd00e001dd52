import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@toolyard/source'];

/** Most files start processes and wait for them, so there are more of them at once than cores. */
const WORKERS = availableParallelism() + 1;

/** Packages without input, output or global state, whose test files can share a process. */
const PURE = 'packages/{core,runtime,gateway,documents,hooks}/src';

// `npm test` leaves out what is named `*.long.test.ts`; `npm run test:all` runs that and nothing else, and the properties again in full.
export default defineConfig(({ mode }) => {
  const isLong = mode === 'all';
  const ending = isLong ? '*.{long,property}.test.ts' : '*.test.ts';
  const exclude = isLong ? [] : ['**/*.long.test.ts'];
  const long = { testTimeout: 60_000, hookTimeout: 60_000 };
  const together = { maxWorkers: WORKERS, sequence: { groupOrder: 0 } };

  return {
    resolve: { conditions: [...conditions, 'node'] },
    // Vite adds `import` itself. Named here it would reach Node too, where `require` would then load ES modules.
    ssr: { resolve: { conditions: [...conditions, 'node'] } },
    test: {
      reporters: ['default', './tools/closing-line-reporter.mjs'],
      // Starts real databases and the like when the first test asks for them.
      globalSetup: ['./packages/testing/src/parts/serve-parts.ts'],
      env: isLong ? { TOOLYARD_TEST_RUNS: 'all' } : {},
      projects: [
        {
          extends: true,
          test: {
            ...together,
            name: 'pure',
            isolate: false,
            testTimeout: 30_000,
            include: [`${PURE}/**/${ending}`],
            exclude,
          },
        },
        {
          extends: true,
          test: {
            ...together,
            name: 'unit',
            // Processes take their time on a busy machine.
            testTimeout: 30_000,
            include: [`packages/*/src/**/${ending}`, `apps/*/src/**/${ending}`, `test/parts/**/${ending}`],
            exclude: [`${PURE}/**`, '**/*.timed{.long,}.test.ts', ...exclude],
          },
        },
        {
          extends: true,
          test: {
            ...together,
            ...long,
            name: 'e2e',
            include: [`test/e2e/**/${ending}`],
            exclude: ['**/*.timed{.long,}.test.ts', ...exclude],
          },
        },
        {
          extends: true,
          test: {
            ...together,
            name: 'static',
            include: isLong ? [] : ['tools/**/*.test.ts', 'conformance/**/*.test.mjs'],
          },
        },
        {
          extends: true,
          test: {
            // What is measured in seconds has the machine to itself, after everything else.
            ...long,
            name: 'timed',
            include: [isLong ? '**/*.timed.long.test.ts' : '**/*.timed.test.ts'],
            exclude: ['**/node_modules/**'],
            maxWorkers: 1,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  };
});
