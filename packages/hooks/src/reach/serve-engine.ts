import {
  createErrorResponse,
  createNotification,
  createResponse,
  toMessage,
  ToolyardError,
  type Frame,
  type JsonRpcError,
  type Link,
  type RequestId,
} from '@toolyard/core';
import { parseNewEvent } from '../event/parse-new-event.ts';
import type { HookEngine } from '../run/hook-engine.ts';
import { ENGINE_METHODS, type EngineAbout } from './engine-methods.ts';

/** An engine that is reached over one link. */
export interface ServedEngine {
  /** Whether a request has not been answered yet. */
  isAsked(): boolean;
  /** Resolves when every request that came has been answered. */
  answered(): Promise<void>;
}

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const FAILED = -32000;

/** Takes events from the other side of a link; what they lead to goes on when that side leaves. Without `about` it does not say who it is. */
export function serveEngine(link: Link, engine: Pick<HookEngine, 'enter'>, about?: EngineAbout): ServedEngine {
  const open = new Set<Promise<void>>();

  async function answer(id: RequestId, frame: Frame): Promise<void> {
    void link.send(await answerTo(id, frame));
  }

  function answerTo(id: RequestId, frame: Frame): Frame | Promise<Frame> {
    if (frame.method === ENGINE_METHODS.enter) return enter(id, frame);
    // Whoever hands an event over has to know this also while there is no engine yet.
    if (frame.method === ENGINE_METHODS.about && about !== undefined) return createResponse(id, JSON.stringify(about));
    return unknownMethod(id, frame.method);
  }

  async function enter(id: RequestId, frame: Frame): Promise<Frame> {
    const event = parseNewEvent(frame.param('event'));
    if (event === undefined) return createErrorResponse(id, NOT_UNDERSTOOD);
    try {
      const { ended } = await engine.enter([event]);
      void link.send(createNotification(ENGINE_METHODS.taken, { request: id }));
      return createResponse(id, JSON.stringify({ records: await ended }));
    } catch (error) {
      // Whoever asked has to know, also of a bug; the engine goes on for the others.
      return createErrorResponse(id, toError(error));
    }
  }

  link.receive((frame) => {
    const { id } = frame;
    if (id === undefined || !frame.isRequest) return undefined;
    const answering = answer(id, frame).finally(() => open.delete(answering));
    open.add(answering);
    return undefined;
  });
  return {
    isAsked: () => open.size > 0,
    async answered() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

const NOT_UNDERSTOOD: JsonRpcError = {
  code: INVALID_PARAMS,
  message: 'The event was not understood. The two sides may run different versions of Toolyard: stop the older one.',
};

function unknownMethod(id: RequestId, method: string | undefined): Frame {
  return createErrorResponse(id, { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` });
}

function toError(error: unknown): JsonRpcError {
  const code = ToolyardError.is(error) ? { data: { code: error.code } } : {};
  return { code: FAILED, message: toMessage(error), ...code };
}
