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
}

/** Starts the server with that key; an unknown key fails to start. */
export function createFakeLinkStarter(servers: Readonly<Record<string, FakeServerOptions>>): FakeLinkStarter {
  const starts = new Map<string, FakeStart>();
  return {
    starts,
    start({ key }) {
      const options = servers[key];
      if (options === undefined)
        return Promise.reject(new ToolyardError('server-misconfigured', '"nothing" was not found.'));
      const pair = createLinkPair();
      starts.set(key, { pair, server: serveFake(pair.far, options) });
      return Promise.resolve(pair.near);
    },
  };
}
