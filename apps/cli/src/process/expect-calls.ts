import { setFlagsFromString } from 'node:v8';

const FIRST = ['--always-sparkplug', '--ticks-before-optimization=20', '--max-bytecode-size-for-early-opt=0'];

/** V8's own. */
const LATER = ['--ticks-before-optimization=3', '--max-bytecode-size-for-early-opt=81'];

/**
 * Prepares V8 for the first calls of a process that passes on calls for as long as it lives.
 *
 * Most sessions are over after some hundred calls. By its defaults V8 interprets the code of the first of them, and then
 * spends more time on optimising it, in threads beside, than all calls of such a session take. So the code is compiled
 * plainly when it first runs, and only the little that runs most is optimised.
 */
export function expectCalls(): void {
  setFlags(FIRST);
}

/** Many calls were made, so that many more are likely: everything is optimised that is still in use. */
export function expectManyCalls(): void {
  setFlags(LATER);
}

/** V8 11.3 is that of Node 20. Other versions have a compiler between the two, and would complain of flags that they do not have. */
function setFlags(flags: readonly string[]): void {
  if (process.versions.v8.startsWith('11.3.')) for (const flag of flags) setFlagsFromString(flag);
}
