const AT_MOST = 300;

/** How many examples a long property looks at: `all` of them in `npm run test:all`, at most 300 in `npm test`. */
export function runs(all: number): number {
  return process.env['TOOLYARD_TEST_RUNS'] === 'all' ? all : Math.min(all, AT_MOST);
}
