import { createRequest, type Relay, type ServerStatus, type Yard } from '@toolyard/core';
import { findMostVerbose, type ProtocolLogLevel } from '../session/protocol-log-level.ts';
import type { Subscription } from '../notices/subscriptions.ts';

/** Tells servers what all clients together want of them. */
export interface ClientStateReplay {
  /** Tells all servers the log level. */
  shareLogLevel(): void;
  /** Takes note of what a server does; one that started again is told what the one before it was told. */
  follow(status: ServerStatus): void;
  /** Nobody wants to know about a resource any more. */
  unsubscribe(subscription: Subscription): void;
}

/** What clients want now. */
export interface WantedState {
  levels(): readonly ProtocolLogLevel[];
  /** The URIs that a server is to tell about. */
  urisOf(server: string): readonly string[];
}

/** Follows the servers of a yard; those that run already have nothing to be told. */
export function createClientStateReplay(yard: Yard & Relay, { levels, urisOf }: WantedState): ClientStateReplay {
  const briefed = new Set(yard.servers().flatMap(({ key, state }) => (state === 'running' ? key : [])));
  // Each request of a stateless client may name a level, mostly the same.
  const toldLevels = new Map<string, ProtocolLogLevel>();

  /** Only to servers that run: none is started for it. */
  function tell(key: string, method: string, params: object): void {
    if (yard.server(key)?.state !== 'running') return;
    yard.request(key, { frame: createRequest(0, method, params), onAnswer: () => undefined });
  }

  function tellLevel(key: string): void {
    const level = findMostVerbose(levels());
    if (level === undefined || level === toldLevels.get(key)) return;
    if (yard.server(key)?.state !== 'running' || yard.greeting(key)?.capabilities['logging'] === undefined) return;
    toldLevels.set(key, level);
    tell(key, 'logging/setLevel', { level });
  }

  return {
    shareLogLevel: () => yard.servers().forEach(({ key }) => tellLevel(key)),
    follow({ key, state }) {
      if (state !== 'running') {
        briefed.delete(key);
        toldLevels.delete(key);
      }
      if (state !== 'running' || briefed.has(key)) return;
      briefed.add(key);
      tellLevel(key);
      for (const uri of urisOf(key)) tell(key, 'resources/subscribe', { uri });
    },
    unsubscribe: ({ uri, server }) => tell(server, 'resources/unsubscribe', { uri }),
  };
}
