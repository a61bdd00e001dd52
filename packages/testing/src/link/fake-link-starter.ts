import { createLinkPair, ToolyardError, type LinkPair, type LinkStarter } from '@toolyard/core';
import { serveFake, type FakeServer, type FakeServerOptions } from './fake-server.ts';

/** A started fake server and the connection to it. */
export interface FakeStart {
  readonly pair: LinkPair;
  readonly server: FakeServer;
}

/** A link starter whose servers live in this process. */
export interface FakeLinkStarter extends LinkStarter {
  /** The last start of each server. */
  readonly starts: ReadonlyMap<string, FakeStart>;
  /** All starts, oldest first. */
  readonly all: readonly FakeStart[];
}

/** Starts the server with that key; an unknown key fails to start. */
export function createFakeLinkStarter(servers: Readonly<Record<string, FakeServerOptions>>): FakeLinkStarter {
  const starts = new Map<string, FakeStart>();
  const all: FakeStart[] = [];
  return {
    starts,
    all,
    start({ key }) {
      const options = servers[key];
      if (options === undefined)
        return Promise.reject(new ToolyardError('server-misconfigured', '"nothing" was not found.'));
      const pair = createLinkPair();
      const start = { pair, server: serveFake(pair.far, options) };
      starts.set(key, start);
      all.push(start);
      return Promise.resolve(pair.near);
    },
  };
}
