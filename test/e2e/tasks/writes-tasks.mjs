// Opens the embedded store of a folder and writes tasks for four users until it is killed. Each line it prints is a task that was
// acknowledged.
// Not the whole package, which takes longer to load than the database to open.
import { openTaskStore } from '../../../packages/tasks/dist/store/open-task-store.js';

const [folder, round] = process.argv.slice(2);
const clock = { now: Date.now, after: () => () => undefined };
const store = await openTaskStore({ folder }, clock).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
process.stdout.write('open\n');
await Promise.all(['a', 'b', 'c', 'd'].map((user) => writeForever(user)));

async function writeForever(user) {
  for (let number = 0; ; number += 1) {
    const title = `${user}-${round}-${number}`;
    const task = { title, description: 'x'.repeat(500), priority: 'Low', due_date: null, tags: [] };
    await store.write(user, (tasks) => tasks.create(task), { key: title, fingerprint: title });
    process.stdout.write(`${title}\n`);
  }
}
