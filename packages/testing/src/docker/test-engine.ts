import { execFileSync, spawn } from 'node:child_process';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { fixturePath } from '../process/fixture-server.ts';

/** An answer of the engine. */
interface EngineAnswer {
  readonly status: number;
  readonly text: string;
}

/** A container as the engine lists it. */
export interface EngineContainer {
  readonly Id: string;
  readonly Names: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
}

/** A real engine, asked directly, as a person would with Docker's own client. */
export interface TestEngine {
  readonly env: { readonly DOCKER_HOST: string };
  ask(method: string, path: string, body?: object): Promise<EngineAnswer>;
  /** Makes a container and starts it; gives how long the start alone took. */
  run(name: string, body: object): Promise<number>;
  inspect(name: string): Promise<Record<string, unknown> | undefined>;
  /** All containers with this label, running or not. */
  labelled(label: string): Promise<readonly EngineContainer[]>;
  remove(name: string): Promise<void>;
}

/** Talks to the engine at a value of `DOCKER_HOST` that is a unix socket. */
export function openDockerEngine(where: string): TestEngine {
  const socketPath = where.replace(/^unix:\/\//, '');
  const ask = (method: string, path: string, body?: object): Promise<EngineAnswer> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request({ socketPath, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    env: { DOCKER_HOST: where },
    ask,
    async run(name, body) {
      expectStatus(await ask('POST', `/containers/create?name=${name}`, body), 201);
      const startedAt = performance.now();
      expectStatus(await ask('POST', `/containers/${name}/start`), 204);
      return performance.now() - startedAt;
    },
    async inspect(name) {
      const { status, text } = await ask('GET', `/containers/${name}/json`);
      return status === 200 ? JSON.parse(text) : undefined;
    },
    async labelled(label) {
      const filters = encodeURIComponent(JSON.stringify({ label: [label] }));
      return JSON.parse((await ask('GET', `/containers/json?all=true&filters=${filters}`)).text);
    },
    async remove(name) {
      await ask('DELETE', `/containers/${name}?force=true`);
    },
  };
}

/** An image with the fixture servers, gone after the tests of the file; Node comes to it by `nodeMounts`. */
export function useImage(engine: TestEngine): string {
  // Nobody listens at this port, so nothing is ever pulled from there.
  const repo = 'localhost:1/toolyard-test';
  const tag = `tests-${process.pid}-${Math.random().toString(36).slice(2)}`;
  beforeAll(() => importImage(engine, repo, tag));
  afterAll(() => engine.ask('DELETE', `/images/${repo}:${tag}?force=true`));
  return `${repo}:${tag}`;
}

/**
 * This machine's Node and its libraries, for `mounts`.
 *
 * In the image they would be copied for every container on an engine whose storage is as simple as that of the tests.
 */
export function nodeMounts(): readonly string[] {
  return withLibraries(process.execPath).map((file) => `${file}:${file}:ro`);
}

/** A program of this machine, and the libraries that it loads. */
export function withLibraries(program: string): readonly string[] {
  const libraries = execFileSync('/usr/bin/ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  return [program, ...libraries];
}

/** Packs the fixture servers into an image that runs Node; gives its id. */
export async function importImage(engine: TestEngine, repo: string, tag: string): Promise<string> {
  const entry = `ENTRYPOINT ${JSON.stringify([process.execPath])}`;
  const query = new URLSearchParams({ fromSrc: '-', repo: `${repo}:${tag}`, changes: entry });
  await sendTar(engine, `/images/create?${query.toString()}`, ['-C', dirname(fixturePath('')), 'fixtures']);
  return JSON.parse((await engine.ask('GET', `/images/${repo}:${tag}/json`)).text).Id;
}

/** Sends files, named by the arguments of `tar`, to the engine; rejects with all that it says where that is an error. */
export async function sendTar({ env }: TestEngine, path: string, words: readonly string[]): Promise<void> {
  const tar = spawn('tar', ['-c', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/x-tar' };
    const options = { method: 'POST', path, headers, agent: false };
    const sent = request({ ...options, socketPath: env.DOCKER_HOST.replace(/^unix:\/\//, '') }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () =>
        response.statusCode !== 200 || text.includes('"error') ? reject(new Error(text)) : resolve(),
      );
    });
    tar.stdout.pipe(sent.once('error', reject));
  });
}

/** The body for a container that sleeps. */
export function toSleeper(image: string, more: { readonly HostConfig?: object } = {}): object {
  const HostConfig = { Init: true, Binds: nodeMounts(), ...more.HostConfig };
  return { Image: image, Cmd: ['-e', 'setInterval(() => 0, 1e6)'], ...more, HostConfig };
}

function expectStatus({ status, text }: EngineAnswer, wanted: number): void {
  if (status !== wanted) throw new Error(`The engine answered with ${status}: ${text}`);
}

/** A port that was free a moment ago. */
export async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
