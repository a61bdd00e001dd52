import { randomUUID } from 'node:crypto';
import { createLinkPair, type CommandServer, type Frame, type Settings } from '@toolyard/core';
import { splitEras } from '@toolyard/front';
import { createGateway } from '@toolyard/gateway';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createMemoryLog,
  createTestClient,
  waitUntil,
  type TestClient,
} from '@toolyard/testing';
import { EXTENSION, serveTasks, type TaskServer, type TaskServerOptions } from './serve-tasks.ts';

/** What tests change of the servers and of the whole. */
export interface OpenTasksOptions {
  readonly servers: Readonly<Record<string, TaskServerOptions>>;
  readonly definitions?: Readonly<Record<string, Partial<CommandServer>>>;
  readonly settings?: Partial<Settings>;
}

/** A client that can also leave. */
export type LeavingClient = TestClient & { leave(): Promise<void> };

/** Servers that make tasks, the gateway, and clients of both eras, on a clock that stands still. */
export async function openTasks({ servers, definitions = {}, settings = {} }: OpenTasksOptions) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const started: { readonly key: string; readonly server: TaskServer; crash(): void }[] = [];
  const yard = createLocalYard({
    configuration: createConfiguration(
      Object.fromEntries(
        Object.entries(servers).map(([key, { era }]) => [
          key,
          { era: era === 'stateless' ? '2026-07-28' : 'legacy', ...definitions[key] } as const,
        ]),
      ),
      // A clock that jumps leaves servers no time to answer a ping.
      { healthCheckMs: 100_000_000, ...settings },
    ),
    links: {
      start({ key }) {
        const pair = createLinkPair();
        const options = servers[key];
        if (options === undefined) throw new Error(`no server ${key}`);
        started.push({ key, server: serveTasks(pair.far, options), crash: () => pair.breakOff('exited') });
        return Promise.resolve(pair.near);
      },
    },
    clock,
    log,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  const gateway = createGateway({ yard, clock, log, info: { name: 'toolyard', version: '0' }, newTaskId: randomUUID });
  await yard.settled({ signal: new AbortController().signal });

  const all = (key: string): readonly TaskServer[] =>
    started.filter((each) => each.key === key).map((each) => each.server);
  return {
    yard,
    gateway,
    clock,
    all,
    /** The last start of a server. */
    server(key: string): TaskServer {
      const found = all(key).at(-1);
      if (found === undefined) throw new Error(`${key} was not started`);
      return found;
    },
    /** Crashes a server, and waits until it runs again. */
    async restart(key: string): Promise<void> {
      started.findLast((each) => each.key === key)?.crash();
      await waitUntil(() => yard.server(key)?.state === 'retrying');
      clock.advance(1000);
      await waitUntil(() => yard.server(key)?.state === 'running');
    },
    /** A client that has shaken hands. */
    async join(capabilities: object = { elicitation: {} }): Promise<LeavingClient> {
      const pair = createLinkPair();
      gateway.accept(pair.near);
      const client = createTestClient(pair.far);
      await client.initialize('2025-11-25', capabilities);
      return { ...client, leave: () => pair.far.close() };
    },
    /** A client that never does, through the front. */
    joinStateless(capabilities: object = { extensions: { [EXTENSION]: {} } }): TestClient {
      const pair = createLinkPair();
      const session = splitEras({
        client: pair.near,
        clock,
        log,
        accept: (link, about) => void gateway.accept(link, about),
      });
      gateway.accept(session);
      return withEnvelope(createTestClient(pair.far), capabilities);
    },
  };
}

/** Says with each request what the stateless revision wants to be told. */
function withEnvelope(client: TestClient, capabilities: object): TestClient {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return { ...client, request: (method, params, id) => client.request(method, { ...Object(params), _meta: meta }, id) };
}

/** The result of an answer, as an object. */
export function resultOf(answer: Frame): Readonly<Record<string, unknown>> {
  if (answer.span('result') === undefined) throw new Error(`an error: ${answer.text('error')}`);
  return { ...Object(answer.value('result')) };
}

/** Has a task made of a call; gives the id that the client has for it. */
export async function makeTask(
  client: TestClient,
  tool: string,
  args: object = {},
  more: object = {},
): Promise<string> {
  const answer = await client.request('tools/call', { name: tool, arguments: args, task: { ttl: 1000 }, ...more });
  const result = resultOf(answer);
  const { taskId } = { ...result, ...Object(result['task']) } as { readonly taskId?: unknown };
  if (typeof taskId !== 'string') throw new Error(`no task: ${answer.text('result')}`);
  return taskId;
}
