import { TASKS_EXTENSION } from '../task/find-related-task.ts';
import { toCanonicalJson } from '../schema/to-canonical-json.ts';

/** What a handshake tells of a client: the extension for tasks is for stateless servers, which are told with each request. */
export function toHandshakeCapabilities(
  capabilities: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { extensions, ...others } = capabilities;
  const kept = Object.entries({ ...Object(extensions) }).filter(([name]) => name !== TASKS_EXTENSION);
  return kept.length === 0 ? others : { ...others, extensions: Object.fromEntries(kept) };
}

/** The same text for all clients that a server cannot tell apart by what they can be asked. */
export function toCapabilitySet(capabilities: Readonly<Record<string, unknown>>): string {
  return toCanonicalJson(toHandshakeCapabilities(capabilities));
}
