import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { migrate, openPostgresDatabase, type Database } from '@toolyard/tasks';
import { describeExternal, TEST_CERTIFICATE, TEST_KEY } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttableProxy } from './cuttable-proxy.ts';
import { newTask } from './store-actions.ts';
import { createTestDatabase, openPostgresStore, type TestStore } from './test-stores.ts';

const one = async (database: Database): Promise<unknown> =>
  database.transaction({ turn: 'test' }, async ({ query }) => (await query('SELECT 1 AS one'))[0]?.['one']);

await describeExternal('PostgreSQL', (adminUrl) => {
  let place: Awaited<ReturnType<typeof createTestDatabase>>;
  let test: TestStore;
  beforeAll(async () => {
    place = await createTestDatabase(adminUrl);
    test = await openPostgresStore(adminUrl, { lockTimeoutMs: 200 });
  }, 60_000);
  afterAll(async () => {
    await test.remove();
    await place.drop();
  }, 60_000);

  it('is away while it cannot be reached, and there again afterwards', async () => {
    const target = new URL(place.url);
    const proxy = await startCuttableProxy({ host: target.hostname, port: Number(target.port || 5432) });
    const url = new URL(place.url);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const database = openPostgresDatabase({ url: url.href });
    for (let round = 0; round < 3; round += 1) {
      expect(await one(database)).toBe(1);
      const underWay = database.transaction({ turn: 'test' }, async ({ query }) => {
        await query('SELECT 1');
        await proxy.cut();
        await query('SELECT 1');
      });
      await expect(underWay).rejects.toMatchObject({ code: 'database-unavailable' });
      await expect(one(database)).rejects.toMatchObject({
        code: 'database-unavailable',
        message: `The task database cannot be used: connect ECONNREFUSED 127.0.0.1:${proxy.port}. Check that it runs, and that DATABASE_URL points to it.`,
      });
      await proxy.restore();
    }
    expect(await one(database)).toBe(1);
    await database.close();
    await proxy.cut();
  }, 60_000);

  it('survives that the server ends idle connections and busy ones', async () => {
    const database = openPostgresDatabase({ url: place.url, connections: 2 });
    const killer = openPostgresDatabase({ url: place.url, connections: 1 });
    const kill = async (pid: unknown): Promise<unknown> =>
      killer.transaction({ turn: 'kill' }, async ({ query }) => query('SELECT pg_terminate_backend($1::int)', [pid]));
    const busy = database.transaction({ turn: 'test' }, async ({ query }) => {
      const [row] = await query('SELECT pg_backend_pid() AS pid');
      await kill(row?.['pid']);
      await query('SELECT 1');
    });
    await expect(busy).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(await one(database)).toBe(1);
    await database.close();
    await killer.close();
  }, 60_000);

  it('is not waited for longer than a statement may take', async () => {
    const database = openPostgresDatabase({ url: place.url, statementTimeoutMs: 200 });
    const sleeping = database.transaction({ turn: 'test' }, async ({ query }) => query('SELECT pg_sleep(60)'));
    await expect(sleeping).rejects.toMatchObject({
      code: 'database-unavailable',
      message: expect.stringContaining('statement timeout'),
    });
    expect(await one(database)).toBe(1);
    await database.close();
  }, 60_000);

  it('gives large whole numbers as numbers', async () => {
    const database = openPostgresDatabase({ url: place.url });
    const rows = await database.transaction({ turn: 'test' }, async ({ query }) =>
      query('SELECT 9007199254740991::bigint AS n'),
    );
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await database.close();
  });

  it('depends on nothing that somebody set on the server', async () => {
    const url = new URL(place.url);
    const settings = [
      'TimeZone=America/New_York',
      'default_transaction_isolation=serializable',
      'default_transaction_read_only=on',
    ];
    url.searchParams.set('options', settings.map((setting) => `-c ${setting}`).join(' '));
    const database = openPostgresDatabase({ url: url.href });
    const names = ['TimeZone', 'transaction_isolation', 'transaction_read_only'];
    const rows = await database.transaction({ turn: 'test' }, async ({ query }) =>
      query('SELECT current_setting(name) AS setting FROM unnest($1::text[]) AS name', [names]),
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['UTC', 'read committed', 'off']);
    await database.close();
  });

  it('says which user may not set the database up, and what to do', async () => {
    const url = new URL(adminUrl);
    url.pathname = new URL(place.url).pathname;
    const admin = openPostgresDatabase({ url: url.href });
    await admin.transaction({ turn: 'test' }, async ({ run }) =>
      run(
        `DO $$ BEGIN CREATE ROLE toolyard_test_visitor LOGIN PASSWORD 'visitor'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      ),
    );
    await admin.close();
    url.username = 'toolyard_test_visitor';
    url.password = 'visitor';
    const visitor = openPostgresDatabase({ url: url.href });
    await expect(migrate(visitor)).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringMatching(
        /^The task database cannot be set up: permission denied .*\. Let an administrator run "CREATE ROLE toolyard_tasks_user NOLOGIN"/,
      ),
    });
    await visitor.close();
  }, 60_000);

  it('is migrated once by many who start at once', async () => {
    const databases = Array.from({ length: 8 }, () => openPostgresDatabase({ url: place.url, connections: 2 }));
    const applied = await Promise.all(databases.map(async (database) => migrate(database)));
    expect(applied.flat().map(({ name }) => name)).toEqual(['tasks']);
    await Promise.all(databases.map(async (database) => database.close()));
  }, 60_000);

  it('is migrated by those who had to wait longer than any other statement may take', async () => {
    const holder = openPostgresDatabase({ url: place.url, connections: 1 });
    const database = openPostgresDatabase({ url: place.url, statementTimeoutMs: 200, lockTimeoutMs: 200 });
    let held = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (held = resolve));
    const holding = holder.transaction({ turn: 'test' }, async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock(7420117901)');
      held();
      // The client gives the server two seconds more than its statements have.
      await query('SELECT pg_sleep(2.5)');
    });
    await isHeld;
    await expect(migrate(database)).resolves.toBeInstanceOf(Array);
    await holding;
    await database.close();
    await holder.close();
  }, 60_000);

  it('is busy for whoever waits too long for a task that somebody else changes', async () => {
    const created = await test.store.write('bob', async (tasks) => tasks.create(newTask()));
    const id = created.kind === 'done' ? created.value.id : 0;
    const holding = deferred();
    const goOn = deferred();
    const first = test.store.write('bob', async (tasks) => {
      await tasks.update(id, { title: 'first' });
      holding.resolve();
      await goOn.promise;
    });
    await holding.promise;
    await expect(test.store.write('bob', async (tasks) => tasks.update(id, { title: 'second' }))).rejects.toMatchObject(
      {
        code: 'database-unavailable',
        message: 'The task database is busy: another request holds what this one needs. Try again in a moment.',
      },
    );
    goOn.resolve();
    await first;
    expect(await test.store.get('bob', id)).toMatchObject({ title: 'first' });
  }, 60_000);

  it('tells that a request with the same key is under way, where that takes long', async () => {
    const once = { key: 'slow', fingerprint: 'f' };
    const started = deferred();
    const goOn = deferred();
    const first = test.store.write(
      'alice',
      async (tasks) => {
        started.resolve();
        await goOn.promise;
        return tasks.create(newTask());
      },
      once,
    );
    await started.promise;
    const second = await test.store.write('alice', async (tasks) => tasks.create(newTask()), once);
    expect(second).toEqual({ kind: 'in-progress' });
    goOn.resolve();
    expect(await first).toMatchObject({ kind: 'done', replayed: false });
    const third = await test.store.write('alice', async (tasks) => tasks.create(newTask()), once);
    expect(third).toMatchObject({ kind: 'done', replayed: true });
  }, 60_000);
});

describe('a PostgreSQL that speaks TLS', () => {
  it('is refused where its certificate is signed by nobody we trust', async () => {
    const server = await startTlsServer();
    const refused = openPostgresDatabase({ url: `postgres://u:p@localhost:${server.port}/tasks?sslmode=require` });
    await expect(one(refused)).rejects.toMatchObject({
      code: 'database-unavailable',
      // Newer versions of Node add advice of their own to the reason.
      message: expect.stringMatching(
        /^The task database cannot be used: self-signed certificate.*\. Check that it runs, and that DATABASE_URL points to it\.$/,
      ),
    });
    expect(server.secured()).toBe(0);
    await refused.close();
    await server.stop();
  });

  it('is accepted with the certificate that the URL names', async () => {
    const server = await startTlsServer();
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-tls-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, TEST_CERTIFICATE);
    const url = `postgres://u:p@localhost:${server.port}/tasks?sslmode=require&sslrootcert=${encodeURIComponent(file)}`;
    const accepted = openPostgresDatabase({ url });
    // Behind the handshake there is no database.
    await expect(one(accepted)).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(server.secured()).toBe(1);
    await accepted.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });
});

/** Does the first steps of PostgreSQL's protocol with TLS, and hangs up on whoever comes through. */
async function startTlsServer(): Promise<{ readonly port: number; secured(): number; stop(): Promise<unknown> }> {
  let secured = 0;
  const secureContext = createSecureContext({ key: TEST_KEY, cert: TEST_CERTIFICATE });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on('error', () => undefined);
      secure.once('data', () => {
        secured += 1;
        secure.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, secured: () => secured, stop: async () => new Promise((resolve) => void server.close(resolve)) };
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => void (resolve = done));
  return { promise, resolve };
}
