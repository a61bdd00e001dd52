import { defineConfig } from 'vitest/config';

const conditions = ['@toolyard/source'];

export default defineConfig({
  resolve: { conditions: [...conditions, 'node'] },
  // Vite adds `import` itself. Named here it would reach Node too, where `require` would then load ES modules.
  ssr: { resolve: { conditions: [...conditions, 'node'] } },
  test: {
    reporters: ['default', './tools/closing-line-reporter.mjs'],
    // Starts real databases and the like when the first test asks for them.
    globalSetup: ['./packages/testing/src/parts/serve-parts.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Property tests and processes take their time on a busy machine.
          testTimeout: 30_000,
          // Two at once also where there are two cores, of which vitest would use one; the other projects, whose bounds on
          // time want a machine to themselves, come after that.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test/parts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // They wait most of the time, each in a folder of its own, and bear a busy machine.
          name: 'e2e-hooks',
          include: ['test/e2e/hooks/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'static',
          include: ['tools/**/*.test.ts', 'conformance/**/*.test.mjs'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/hooks/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
