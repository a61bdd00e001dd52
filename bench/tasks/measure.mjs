/** A whole list of 1,000 tasks, in pages of 200. */
export async function measureList(client, { lists }) {
  const user = 'reader';
  for (let n = 0; n < 1000; n += 1) await client.send(user, 'POST', '/tasks', taskOf(n));
  return measure(lists, async () => {
    const tasks = await readAll(client, user);
    if (tasks.length !== 1000) throw new Error(`The list of 1,000 tasks had ${tasks.length}.`);
  });
}

/** One request at a time, of each kind. */
export async function measureSingle(client, { single, warmUp }) {
  const user = 'single';
  const ids = [];
  for (let n = 0; n < warmUp; n += 1) await client.send(user, 'POST', '/tasks', taskOf(n));
  const idOf = (n) => ids[n % ids.length];
  const create = await measure(
    single,
    async (n) => void ids.push((await client.send(user, 'POST', '/tasks', taskOf(n))).id),
  );
  return {
    create,
    get: await measure(single, (n) => client.send(user, 'GET', `/tasks/${idOf(n)}`)),
    update: await measure(single, (n) => client.send(user, 'PUT', `/tasks/${idOf(n)}`, { title: `Updated ${n}` })),
    complete: await measure(single, (n) => client.send(user, 'PATCH', `/tasks/${idOf(n)}`, { completed: true })),
    'list 25': await measure(single, () => client.send(user, 'GET', '/tasks?limit=25')),
    search: await measure(single, (n) => client.send(user, 'GET', `/tasks?limit=25&search=updated%20${n}`)),
    delete: await measure(single, (n) => client.send(user, 'DELETE', `/tasks/${idOf(n)}`)),
  };
}

/** Many clients at once that create and list, each for a user of its own, and what was lost or doubled at the end. */
export async function measureMany(client, { clients, seconds }) {
  const times = { create: [], list: [], healthz: [] };
  const idle = await measure(50, () => client.send('-', 'GET', '/healthz'));
  const end = performance.now() + seconds * 1000;
  const created = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const titles = [];
      while (performance.now() < end) {
        const task = taskOf(titles.length);
        await timed(times.create, () => client.send(`client-${index}`, 'POST', '/tasks', task));
        titles.push(task.title);
        await timed(times.list, () => client.send(`client-${index}`, 'GET', '/tasks?limit=50'));
        if (index === 0) await timed(times.healthz, () => client.send('-', 'GET', '/healthz'));
      }
      return titles;
    }),
  );
  let lost = 0;
  let doubled = 0;
  for (const [index, titles] of created.entries()) {
    const kept = (await readAll(client, `client-${index}`)).map(({ title }) => title);
    lost += titles.filter((title) => !kept.includes(title)).length;
    doubled += kept.length - new Set(kept).size;
  }
  const requests = times.create.length + times.list.length;
  return {
    perSecond: requests / seconds,
    create: summarize(times.create),
    list: summarize(times.list),
    'healthz, idle': idle,
    'healthz, meanwhile': summarize(times.healthz),
    created: times.create.length,
    lost,
    doubled,
  };
}

async function readAll(client, user) {
  const tasks = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await client.send(
      user,
      'GET',
      `/tasks?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    tasks.push(...page.tasks);
    cursor = page.next_cursor ?? null;
  }
  return tasks;
}

async function measure(count, run) {
  const times = [];
  for (let n = 0; n < count; n += 1) await timed(times, () => run(n));
  return summarize(times);
}

async function timed(times, run) {
  const start = performance.now();
  await run();
  times.push(performance.now() - start);
}

function summarize(times) {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function taskOf(n) {
  return {
    title: `Task number ${n}`,
    description: `What is to be done about ${n}.`,
    priority: 'High',
    tags: ['bench', `t${n % 10}`],
  };
}
