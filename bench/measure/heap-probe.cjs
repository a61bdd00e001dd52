// Loaded into a process that is measured: at SIGUSR2 it collects all garbage and writes what is left. Servers of that process can have
// it too; nobody sends them the signal.
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_HEAP_FILE;
if (file !== undefined) {
  process.on('SIGUSR2', () => {
    global.gc();
    global.gc();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  });
}
