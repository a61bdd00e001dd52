// `npm run bench:tasks`: the task backend over HTTP, on PostgreSQL and on the embedded database, in one run on one machine.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRestBackend, openTaskStore } from '@toolyard/tasks';
import { createTaskClient } from './tasks/create-task-client.mjs';
import { measureList, measureMany, measureSingle } from './tasks/measure.mjs';
import { renderTaskReport } from './tasks/render-task-report.mjs';

const FULL = { warmUp: 200, single: 500, lists: 30, clients: 100, seconds: 60 };
const QUICK = { warmUp: 20, single: 30, lists: 3, clients: 100, seconds: 2 };

const HELP = `npm run bench:tasks -- [options]

  --quick          a smoke run in a few seconds, whose numbers mean little
  --seconds N      how long the concurrent clients work (default 60)
  --only NAME      PostgreSQL or embedded
  --json           machine-readable output
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(HELP);
else await main();

async function main() {
  const chosen = options.quick ? QUICK : FULL;
  const size = { ...chosen, seconds: Number(options.seconds ?? chosen.seconds) };
  const report = {};
  for (const [name, measure] of [
    ['PostgreSQL', measurePostgres],
    ['embedded', measureEmbedded],
  ]) {
    if (options.only === undefined || options.only === name) report[name] = await measure(size);
  }
  process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : renderTaskReport(report, size));
}

async function measurePostgres(size) {
  const { startPostgres } = await import('../packages/testing/dist/parts/start-postgres.js');
  const part = await startPostgres({ durable: true });
  if ('missing' in part) return { missing: part.missing };
  try {
    return await measureStore({ databaseUrl: part.where }, size);
  } finally {
    await part.stop?.();
  }
}

async function measureEmbedded(size) {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bench-'));
  try {
    return await measureStore({ folder: join(folder, 'data') }, size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureStore(place, size) {
  const opening = performance.now();
  const clock = { now: Date.now, after: startTimer };
  const store = await openTaskStore(place, clock);
  const startMs = performance.now() - opening;
  const token = randomUUID() + randomUUID();
  const backend = createRestBackend({
    store,
    serviceTokens: [token],
    clock,
    newId: randomUUID,
    writeLog: () => undefined,
    limits: { readsPerMinute: Number.MAX_SAFE_INTEGER, writesPerMinute: Number.MAX_SAFE_INTEGER },
    version: '0.0.0',
  });
  const { port } = await backend.listen({ host: '127.0.0.1', port: 0 });
  const client = createTaskClient(port, token, size.clients);
  try {
    return {
      startMs,
      list: await measureList(client, size),
      single: await measureSingle(client, size),
      many: await measureMany(client, size),
    };
  } finally {
    client.close();
    await backend.close();
    await store.close();
  }
}

function startTimer(ms, action) {
  const timer = setTimeout(() => action(), ms);
  timer.unref();
  return () => clearTimeout(timer);
}
