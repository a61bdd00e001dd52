import { ToolyardError, type Frame, type RelayedRequest } from '@toolyard/core';

/** The member of `_meta` that names the yards a request came through. */
const CHAIN = 'dev.toolyard/chain';

/** How many yards a request may pass. */
const MAX_DEPTH = 10;

const NONE: readonly string[] = [];

/** Names one yard in the requests that it passes on, and knows those that came back to it. */
export class CallChain {
  readonly #yardId: string;
  /** The members of `_meta` of a request that starts here, as nearly all do. */
  readonly #first: Readonly<Record<string, string>>;

  /** `yardId` is unique among all running yards. */
  constructor(yardId: string) {
    this.#yardId = yardId;
    this.#first = { [CHAIN]: JSON.stringify([yardId]) };
  }

  /** The `_meta` of a handshake, by which a yard that is led back to itself knows it. */
  get meta(): Readonly<Record<string, unknown>> {
    return { [CHAIN]: [this.#yardId] };
  }

  /** Why a message goes no further that came through other yards; `undefined` where nothing is wrong. */
  check(message: Frame): ToolyardError | undefined {
    return this.#findRefusal(readChain(message));
  }

  /** The request with this yard added to its chain, or the reason why it goes no further. */
  extend(request: RelayedRequest): RelayedRequest | ToolyardError {
    const chain = readChain(request.frame);
    const refusal = this.#findRefusal(chain);
    if (refusal !== undefined) return refusal;
    const { frame, name, session, changes, onAnswer, onProgress, respondent, onQuestion } = request;
    const own = chain.length === 0 ? this.#first : { [CHAIN]: JSON.stringify([...chain, this.#yardId]) };
    const meta = changes?.meta === undefined ? own : { ...changes.meta, ...own };
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
  begin(): Pick<RelayedRequest, 'changes'> {
    return { changes: { meta: this.#first } };
  }

  #findRefusal(chain: readonly string[]): ToolyardError | undefined {
    if (chain.includes(this.#yardId)) {
      return refuse(`it came back to where it started. Remove the server that leads back to this Toolyard.`);
    }
    if (chain.length < MAX_DEPTH) return undefined;
    return refuse(
      `it passed ${chain.length} Toolyards, and ${MAX_DEPTH} are allowed. Connect to the last one directly.`,
    );
  }
}

function readChain(request: Frame): readonly string[] {
  const span = request.paramSpan('_meta');
  // Where a member is named twice, what JavaScript reads counts.
  if (span === undefined || span.members?.has(CHAIN) === false) return NONE;
  const meta = request.param('_meta');
  if (typeof meta !== 'object' || meta === null || !(CHAIN in meta)) return NONE;
  const chain: unknown = meta[CHAIN];
  return Array.isArray(chain) ? chain.filter((link) => typeof link === 'string') : NONE;
}

function refuse(why: string): ToolyardError {
  return new ToolyardError('call-chain-refused', `The request was refused: ${why}`);
}
