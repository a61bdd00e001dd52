// Loaded into a process that is measured: at SIGUSR2 it collects all garbage and writes what is left.
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_HEAP_FILE;
if (file !== undefined && process.argv[1]?.endsWith('toolyard.js')) {
  process.on('SIGUSR2', () => {
    global.gc();
    global.gc();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  });
}
