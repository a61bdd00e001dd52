import { nodeMounts, takePort, type TestEngine } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { createMarker, createYardFolder, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';
import { textOf, type RawClient } from '../harness/raw-client.ts';

/** A yard with a server over stdio and one over HTTP, both in containers. */
export interface ContainerPair extends YardFolder {
  readonly stdio: string;
  readonly http: string;
  readonly port: number;
}

/** One server over stdio and one over HTTP, in containers with names of their own, which are removed after the test. */
export async function createContainerPair(
  engine: TestEngine,
  image: string,
  settings: object = {},
): Promise<ContainerPair> {
  const name = createMarker();
  const [stdio, http] = [`${name}-stdio`, `${name}-http`];
  const port = await takePort();
  onTestFinished(async () => void (await Promise.all([stdio, http].map((each) => engine.remove(each)))));
  const echo: Entry = {
    docker: {
      image,
      mounts: nodeMounts(),
      command: ['/fixtures/echo.mjs', name],
      containerName: stdio,
      network: 'none',
      memoryMb: 256,
    },
  };
  const web = toPortServer({ image, port, name: http, type: 'http', path: '/mcp' });
  return { ...createYardFolder({ echo, web }, { listWaitMs: 60_000, ...settings }), stdio, http, port };
}

interface PortServer {
  readonly image: string;
  readonly name: string;
  readonly port: number;
  readonly type: 'http' | 'sse';
  readonly path: string;
}

/** The entry of a server in a container that is reached at a port of this machine. */
export function toPortServer({ image, name, port, type, path }: PortServer): Entry {
  return {
    type,
    url: `http://127.0.0.1:${port}${path}`,
    docker: {
      image,
      mounts: nodeMounts(),
      command: ['/fixtures/serves-http.mjs'],
      env: { PORT: '3001' },
      ports: { '3001': port },
      containerName: name,
    },
  };
}

/** Calls a tool until it answers without an error; gives the text. */
export async function untilAnswered(client: RawClient, tool: string, args: object): Promise<string> {
  for (;;) {
    const answer = await client.call(tool, args);
    if (answer.error === undefined && answer.result?.['isError'] !== true) return textOf(answer);
  }
}
