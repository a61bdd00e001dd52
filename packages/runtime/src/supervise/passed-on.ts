import { TASKS_EXTENSION, type ServerDefinition } from '@toolyard/core';

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

/** What a handshake tells of a client: the extension for tasks is for stateless servers, which are told with each request. */
export function toHandshakeCapabilities(
  capabilities: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { extensions, ...others } = capabilities;
  const kept = Object.entries({ ...Object(extensions) }).filter(([name]) => name !== TASKS_EXTENSION);
  return kept.length === 0 ? others : { ...others, extensions: Object.fromEntries(kept) };
}
