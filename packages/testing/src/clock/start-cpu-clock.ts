/** Counts the processor time of this process from now on, in milliseconds; other processes, however busy, add little to it. */
export function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
