import { HANDSHAKE_REVISIONS, type Relay, type Yard } from '@toolyard/core';
import { toTaskCapabilities } from '../tasks/task-support.ts';
import type { RequestHandler } from '../session/session.ts';
import { toJsonRpcError } from '../session/to-json-rpc-error.ts';

/** How the gateway names itself to its clients. */
export interface GatewayInfo {
  readonly name: string;
  readonly version: string;
}

/** The most that servers' instructions may take of a client's context, in characters. */
const INSTRUCTIONS_BUDGET = 8000;

/**
 * Answers the handshake at once, without waiting for any server.
 *
 * So the capabilities are those of all that a server may turn out to have; lists of what none has are empty.
 */
export function createInitializeHandler(yard: Yard & Relay, info: GatewayInfo): RequestHandler {
  return ({ id, request, session }) => {
    const refusal = yard.checkChain(request);
    if (refusal !== undefined) {
      return session.refuse(id, { ...toJsonRpcError(refusal), data: { code: refusal.code } });
    }
    session.introduce({ ...Object(request.param('capabilities')) });
    const wanted = request.param('protocolVersion');
    const known = HANDSHAKE_REVISIONS.find((revision) => revision === wanted);
    const instructions = joinInstructions(yard);
    const result = {
      protocolVersion: known ?? HANDSHAKE_REVISIONS[0],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
        ...toTaskCapabilities(yard, session.isStateless),
      },
      serverInfo: info,
      ...(instructions === '' ? {} : { instructions }),
    };
    return session.answer(id, JSON.stringify(result));
  };
}

/** What the running servers say about how to use them; what does not fit whole is left out. */
function joinInstructions(yard: Yard & Relay): string {
  let text = '';
  for (const { key } of yard.servers()) {
    const instructions = yard.greeting(key)?.instructions?.trim();
    const part = instructions ? `${text === '' ? '' : '\n\n'}# ${key}\n\n${instructions}` : '';
    if (text.length + part.length <= INSTRUCTIONS_BUDGET) text += part;
  }
  return text;
}
