// The embedded database, in a thread of its own: it works without pause, and would stop everything else in its thread meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

// The default is 128 MB, which a task list never needs.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
const database = await PGlite.create({ dataDir: workerData.folder, startParams });
parentPort.on('message', (message) => void answer(message));
say({ ready: true });

function say(message) {
  parentPort.postMessage(message, []);
}

async function answer({ id, statements }) {
  try {
    say({ id, results: await runAll(statements) });
  } catch (error) {
    say({ id, error: { code: error?.code, message: String(error?.message ?? error) } });
  }
  if (statements === 'close') parentPort.close();
}

async function runAll(statements) {
  if (statements === 'close') {
    await database.exec('CHECKPOINT');
    await database.close();
    return [];
  }
  const results = [];
  for (const { text, values } of statements) {
    if (values === undefined) await database.exec(text);
    else results.push((await database.query(text, values)).rows);
  }
  return results;
}
