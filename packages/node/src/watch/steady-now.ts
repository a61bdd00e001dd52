/** Milliseconds of a clock that nobody sets. */
export function steadyNow(): number {
  return performance.now();
}
