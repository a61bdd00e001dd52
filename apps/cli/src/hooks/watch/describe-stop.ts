/** What a person is told who ended an engine in which that many runs have not ended. */
export function describeStop(pending: number): string {
  return pending === 0 ? 'Stopped.' : `Stopped. The next start continues with what is waiting: ${countRuns(pending)}.`;
}

/** What a person is told where an engine before has left that many runs. */
export function describeLeft(left: number): string {
  return `Continuing what an earlier Toolyard left: ${countRuns(left)}.`;
}

function countRuns(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
