import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installOnDebian, toInstallCommand } from './install-on-debian.ts';
import type { StartedExternal } from './external-program.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const PACKAGES = 'postgresql';

/** How a database server for tests is to run. */
export interface TestPostgresOptions {
  /** Whether a commit waits for the disk, and a deadlock for its second, as they do in earnest; tests do without. */
  readonly durable?: boolean;
}

/**
 * A PostgreSQL whose superuser tests may be: the one of `$TOOLYARD_TEST_DATABASE_URL`, else the installed one on an empty folder and a
 * free port. With `CI=true` it is installed where that can be done.
 */
export async function startPostgres(options: TestPostgresOptions = {}): Promise<StartedExternal> {
  const given = process.env['TOOLYARD_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { where: given };
  // Debian makes a cluster of its own and starts it; ours has its own folder and port.
  if (findBinaries() === undefined) installOnDebian(PACKAGES, 'service postgresql stop || true');
  const binaries = findBinaries();
  if (binaries === undefined) {
    return {
      missing: `it is not installed. Run "${toInstallCommand(PACKAGES)}", or set TOOLYARD_TEST_DATABASE_URL to one whose superuser you are.`,
    };
  }
  return runCluster(binaries, options);
}

async function runCluster(binaries: string, options: TestPostgresOptions): Promise<StartedExternal> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-postgres-'));
  const user = otherUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findFreePort();
  // The server ends with this process's end of the pipe: also where this process is killed and can end nothing any more.
  const script = 'exec 3<&0; (read -r _ <&3; kill -INT $$) >/dev/null 2>&1 & exec "$@"';
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300'];
  // Tests neither wait for the disk nor for the second after which a deadlock is looked for.
  if (options.durable !== true) settings.push('-c', 'fsync=off', '-c', 'deadlock_timeout=20ms');
  const command = [join(binaries, 'postgres'), '-D', data, '-p', String(port), '-k', folder, ...settings];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  await waitForLine(child.stderr, 'ready to accept connections');
  return {
    where: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  return versions
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
  const idOf = (option: string): number => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitForLine(stream: NodeJS.ReadableStream, words: string): Promise<void> {
  const said: string[] = [];
  const lines = createInterface({ input: stream });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes(words)) resolve();
    });
    lines.once('close', () => reject(new Error(`PostgreSQL ended before it was ready: ${said.join('\n')}`)));
  });
}
