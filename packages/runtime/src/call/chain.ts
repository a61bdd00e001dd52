import { ToolyardError, type Frame, type RelayedRequest } from '@toolyard/core';

/** The member of `_meta` that names the yards a request came through. */
const CHAIN = 'dev.toolyard/chain';

/** How many yards a request may pass. */
const MAX_DEPTH = 10;

/** Why a message goes no further that came through other yards; `undefined` where nothing is wrong. */
export function checkChain(message: Frame, yardId: string): ToolyardError | undefined {
  return judgeChain(readChain(message), yardId);
}

function judgeChain(chain: readonly string[], yardId: string): ToolyardError | undefined {
  if (chain.includes(yardId)) {
    return refuse(`it came back to where it started. Remove the server that leads back to this Toolyard.`);
  }
  if (chain.length < MAX_DEPTH) return undefined;
  return refuse(`it passed ${chain.length} Toolyards, and ${MAX_DEPTH} are allowed. Connect to the last one directly.`);
}

/** The request with this yard added to its chain, or the reason why it goes no further. */
export function extendChain(request: RelayedRequest, yardId: string): RelayedRequest | ToolyardError {
  const chain = readChain(request.frame);
  const refusal = judgeChain(chain, yardId);
  if (refusal !== undefined) return refusal;
  const meta = { ...request.changes?.meta, [CHAIN]: JSON.stringify([...chain, yardId]) };
  const { frame, name, session, changes, onAnswer, onProgress, respondent, onQuestion } = request;
  return {
    frame,
    name,
    session,
    changes: { params: changes?.params, meta },
    onAnswer,
    onProgress,
    respondent,
    onQuestion,
  };
}

/** The changes that make a request the first of a chain. */
export function beginChain(yardId: string): Pick<RelayedRequest, 'changes'> {
  return { changes: { meta: { [CHAIN]: JSON.stringify([yardId]) } } };
}

/** The `_meta` of a handshake, by which a yard that is led back to itself knows it. */
export function toChainMeta(yardId: string): Readonly<Record<string, unknown>> {
  return { [CHAIN]: [yardId] };
}

function readChain(request: Frame): readonly string[] {
  const meta = request.param('_meta');
  if (typeof meta !== 'object' || meta === null || !(CHAIN in meta)) return [];
  const chain: unknown = meta[CHAIN];
  return Array.isArray(chain) ? chain.filter((link) => typeof link === 'string') : [];
}

function refuse(why: string): ToolyardError {
  return new ToolyardError('call-chain-refused', `The request was refused: ${why}`);
}
