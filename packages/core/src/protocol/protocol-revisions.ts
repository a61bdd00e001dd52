/** The handshake-era revisions that Toolyard speaks, newest first. */
export const HANDSHAKE_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** The revision of the protocol without handshake and sessions. */
export const STATELESS_REVISION = '2026-07-28';

/** What each request of the stateless revision says about its client, by the names it has in `params._meta`. */
export const ENVELOPE = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/**
 * Where a question that was an input request of a stateless server says in `params._meta` which key it had there.
 *
 * Stateless clients are asked under the same key, since some answer by it; it goes no further than to the front.
 */
export const INPUT_KEY = 'dev.toolyard/inputKey';
