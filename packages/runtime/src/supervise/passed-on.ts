import type { ServerDefinition } from '@toolyard/core';

/** All that Toolyard can pass on to a client, in the words of the protocol's client capabilities. */
const PASSED_ON: Readonly<Record<string, unknown>> = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
};

/** What a server is told on the link that all share: at a URL nothing, since clients that can be asked have links of their own. */
export function toSharedCapabilities({ kind, sharing }: ServerDefinition): Readonly<Record<string, unknown>> {
  return kind === 'url' && sharing === 'shared' ? {} : PASSED_ON;
}
