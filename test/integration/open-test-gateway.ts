import { randomUUID } from 'node:crypto';
import { createLinkPair, type Configuration, type ServerMemory } from '@toolyard/core';
import { createGateway } from '@toolyard/gateway';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  createTestClient,
  type FakeServer,
  type FakeServerOptions,
  type TestClient,
} from '@toolyard/testing';

/** A gateway over fake servers, on a clock that stands still, with one client connected unless none is wanted. */
export function openTestGateway(
  servers: Record<string, FakeServerOptions>,
  configuration?: Configuration,
  hasClient = true,
  memory?: ServerMemory,
) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const links = createFakeLinkStarter(servers);
  const configured =
    configuration ?? createConfiguration(Object.fromEntries(Object.keys(servers).map((key) => [key, {}])));
  const yard = createLocalYard({
    configuration: configured,
    links,
    clock,
    log,
    ...(memory === undefined ? {} : { memory }),
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  const gateway = createGateway({
    yard,
    clock,
    log,
    info: { name: 'toolyard', version: '1.2.3' },
    newTaskId: randomUUID,
  });
  const connect = (): { client: TestClient; close: () => Promise<void> } => {
    const pair = createLinkPair();
    gateway.accept(pair.near);
    return { client: createTestClient(pair.far), close: () => pair.far.close() };
  };
  const server = (key: string): FakeServer => {
    const start = links.starts.get(key);
    if (start === undefined) throw new Error(`${key} was not started`);
    return start.server;
  };
  return {
    yard,
    gateway,
    links,
    clock,
    log,
    connect,
    server,
    client: hasClient ? connect().client : createTestClient(createLinkPair().far),
  };
}
