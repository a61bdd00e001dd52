const FEW = 300;

/** How many examples a test looks at that has very many: all of them in `npm run test:all`, a few in `npm test`. */
export function runs(all: number, few: number = FEW): number {
  return process.env['TOOLYARD_TEST_RUNS'] === 'all' ? all : Math.min(all, few);
}
