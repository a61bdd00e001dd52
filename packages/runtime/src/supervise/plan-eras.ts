import { STATELESS_REVISION, type ServerDefinition, type WireEra } from '@toolyard/core';

/** One language to try with a server. */
export interface EraTry {
  readonly era: WireEra;
  /** How long it may take where it is only a guess, in milliseconds. */
  readonly limitMs?: number;
}

/** How long a server that says nothing to the first question is waited for. */
const PROBE_MS = 3000;

const HANDSHAKE: EraTry = { era: 'legacy' };
const STATELESS: EraTry = { era: STATELESS_REVISION };
/** Asks a server that may not know the question. */
export const PROBE: EraTry = { era: STATELESS_REVISION, limitMs: PROBE_MS };

/** What to try with a server, in this order; `known` is what it spoke before. */
export function planEras(definition: ServerDefinition, known: WireEra | undefined): readonly EraTry[] {
  if (definition.era === 'legacy' || isOfOldTransport(definition)) return [HANDSHAKE];
  if (definition.era === STATELESS_REVISION) return [STATELESS];
  if (known === 'legacy') return [HANDSHAKE, PROBE];
  return known === undefined ? [PROBE, HANDSHAKE] : [STATELESS, HANDSHAKE];
}

/** Whether another try needs another link, which costs nothing there. */
export function hasWirePerEra({ kind }: ServerDefinition): boolean {
  return kind === 'url';
}

/** The old transport is older than the revision; and a container is not started twice to find out about its port. */
function isOfOldTransport(definition: ServerDefinition): boolean {
  if (definition.kind === 'url') return definition.transport === 'sse';
  return definition.kind === 'docker' && definition.endpoint !== undefined && definition.era === 'auto';
}
