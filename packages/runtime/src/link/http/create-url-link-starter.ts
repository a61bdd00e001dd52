import {
  STATELESS_REVISION,
  ToolyardError,
  type Clock,
  type HttpRequester,
  type Link,
  type Log,
  type UrlServer,
  type WireEra,
} from '@toolyard/core';
import { createAutoLink } from './create-auto-link.ts';
import { createHttpLink } from './create-http-link.ts';
import { createSseLink } from './create-sse-link.ts';
import { createStatelessHttpLink } from './create-stateless-http-link.ts';

export interface UrlLinkPorts {
  readonly requester: HttpRequester;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes links to servers that run elsewhere; it starts and stops nothing of theirs. */
export interface UrlLinkStarter {
  /** Rejects only for an address that cannot be one; whether the server is there shows with the first message. */
  start(
    server: Pick<UrlServer, 'key' | 'transport' | 'url' | 'headers'>,
    signal: AbortSignal,
    era?: WireEra,
  ): Promise<Link>;
}

/** Reaches servers with the given requester. */
export function createUrlLinkStarter(ports: UrlLinkPorts): UrlLinkStarter {
  return {
    async start({ key, transport, url, headers }, signal, era) {
      signal.throwIfAborted();
      checkUrl(url);
      const options = { ...ports, server: key, url, headers };
      if (transport === 'sse') return createSseLink(options);
      if (era === STATELESS_REVISION) return createStatelessHttpLink(options);
      const link = createHttpLink(options);
      return transport === 'http' ? link : createAutoLink(link, () => createSseLink(options));
    },
  };
}

function checkUrl(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new ToolyardError('server-misconfigured', 'its "url" is not an address that begins with http:// or https://');
}
