import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describeExternal, nodeMounts, openDockerEngine, takePort, toSleeper, useImage } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { createMarker, createYardFolder, ROOT, type Entry } from '../harness/create-yard-folder.ts';

interface Reported {
  readonly key: string;
  readonly state: string;
  readonly reason?: string;
}

const PATIENT = { retryDelaysMs: [600_000, 600_000, 600_000] };

async function reasonsOf(servers: Readonly<Record<string, Entry>>, env: Record<string, string>): Promise<object> {
  const place = createYardFolder(servers, PATIENT);
  const words = ['status', '--wait', '50000', '--json', '--config', place.file];
  const { stdout, stderr } = await runToolyard(words, { cwd: place.folder, env });
  if (stdout === '') throw new Error(stderr);
  const { servers: reported } = JSON.parse(stdout) as { servers: readonly Reported[] };
  return Object.fromEntries(reported.map(({ key, state, reason }) => [key, `${state}: ${reason}`]));
}

async function holdPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

await describeExternal('Docker', (where) => {
  const engine = openDockerEngine(where);
  const image = useImage(engine);

  it('says of each failure what it is and what to do', async () => {
    const stranger = createMarker();
    const held = await holdPort();
    const taken = await takePort();
    onTestFinished(() => engine.remove(stranger));
    const bindings = { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: String(taken) }] };
    const exposed = { ExposedPorts: { '80/tcp': {} }, HostConfig: { PortBindings: bindings } };
    await engine.run(stranger, toSleeper(image, exposed));
    const web = (port: number): Entry => ({
      url: `http://127.0.0.1:${port}/mcp`,
      docker: { image, mounts: nodeMounts(), ports: { '3001': port }, command: ['/fixtures/serves-http.mjs'] },
    });
    const eats = 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1))';
    const reasons = await reasonsOf(
      {
        image: { docker: { image: 'localhost:1/none:1' } },
        never: { docker: { image: 'localhost:1/none:1', pull: 'never' } },
        name: { docker: { image, containerName: stranger } },
        container: web(taken),
        program: web(held),
        memory: { docker: { image, mounts: nodeMounts(), command: ['-e', eats], memoryMb: 64 } },
        exit: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/exits-on-start.mjs'] } },
        early: {
          ...web(await takePort()),
          docker: { ...(web(0)['docker'] as object), ports: {}, command: ['-e', '1'], network: 'host' },
        },
        mount: { docker: { image, mounts: ['./none:/data'] } },
        network: { docker: { image, network: 'no-such-network' } },
      },
      engine.env,
    );
    const pulled = 'Get "http://localhost:1/v2/": dial tcp 127.0.0.1:1: connect: connection refused';
    expect(reasons).toEqual({
      image: `retrying: image "localhost:1/none:1" is not on this machine and could not be pulled: ${pulled}. Check "image", or pull it by hand: docker pull localhost:1/none:1`,
      never: `retrying: image "localhost:1/none:1" is not on this machine, and "pull" is "never". Pull it by hand: docker pull localhost:1/none:1`,
      name: `retrying: the container name "${stranger}" is in use by a container that is not Toolyard's (image "${image}"). Choose another "containerName", or remove that container: docker rm -f ${stranger}`,
      container: `retrying: port ${taken} is taken by container "${stranger}" (image "${image}"). Stop that, or choose another port in "ports" and "url".`,
      program: `retrying: port ${held} is taken by another program. Stop that, or choose another port in "ports" and "url".`,
      memory: 'retrying: ran out of memory and was stopped: its limit is 64 MB. Raise "memoryMb" in "docker"',
      exit: 'retrying: exited with code 3; on its stderr: cannot find the thing it needs',
      early: 'retrying: exited with code 0',
      mount: expect.stringMatching(
        /^failed: its mount source ".*\/none" does not exist\. Create it or correct "mounts" in "docker"\.$/,
      ),
      network: 'failed: there is no network "no-such-network". Create it or correct "network" in "docker".',
    });
    expect(await engine.inspect(stranger)).toMatchObject({ State: { Running: true } });
    const left = await Promise.all(Object.keys(reasons).map((key) => engine.labelled(`dev.toolyard.key=${key}`)));
    expect(left.flat()).toEqual([]);
  });

  it('says that the server does not answer at its port, and leaves no container', async () => {
    const port = await takePort();
    const name = createMarker();
    const place = createYardFolder(
      {
        deaf: {
          url: `http://127.0.0.1:${port}/mcp`,
          docker: {
            image,
            mounts: nodeMounts(),
            ports: { '3001': port },
            command: ['-e', 'setInterval(() => 0, 1e6)'],
            containerName: name,
          },
        },
      },
      { ...PATIENT, startTimeoutMs: 4000 },
    );
    const words = ['test', 'deaf', '--config', place.file];
    const { code, stdout, stderr } = await runToolyard(words, { cwd: place.folder, env: engine.env });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      `its container runs, but nothing answered at 127.0.0.1:${port} in time. Check "ports", and whether the server listens on all addresses inside the container (0.0.0.0).`,
    );
    expect(await engine.inspect(name)).toBeUndefined();
  });

  it('says that the engine is not running', async () => {
    const socket = join(createYardFolder().folder, 'none.sock');
    expect(await reasonsOf({ a: { docker: { image } } }, { DOCKER_HOST: `unix://${socket}` })).toEqual({
      a: `retrying: Docker is not running: there is no ${socket}. Start Docker (or Podman), or set DOCKER_HOST to where it listens.`,
    });
  });

  it.skipIf(process.getuid?.() !== 0)('says that the user may not use the engine', () => {
    const place = createYardFolder({ a: { docker: { image } } }, PATIENT);
    chmodSync(place.folder, 0o777);
    const script = join(ROOT, 'apps/cli/dist/toolyard.js');
    const words = [script, 'status', '--wait', '50000', '--config', place.file];
    const env = { PATH: process.env['PATH'] ?? '', HOME: place.folder, ...engine.env };
    const ran = spawnSync(process.execPath, words, { uid: 65_534, gid: 65_534, cwd: '/', env, encoding: 'utf8' });
    const socket = where.replace(/^unix:\/\//, '');
    expect(ran.stdout).toContain(
      `you may not use Docker: permission denied for ${socket}. Add yourself to the group that owns it (sudo usermod -aG docker $USER) and log in again.`,
    );
  });
});
