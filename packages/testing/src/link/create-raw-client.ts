import { createNotification, createRequest, type Frame, type Link } from '@toolyard/core';

/** The other side of a server: it asks over a link and gets frames, unparsed. */
export interface RawClient {
  /** All that was received, in order. */
  readonly received: readonly Frame[];
  /** Resolves with the answer, a result or an error; rejects where the link ends first. */
  request(method: string, params?: unknown): Promise<Frame>;
  /** The handshake of the protocol. */
  initialize(): Promise<Frame>;
  /** The first text block of a call's result. */
  callForText(tool: string, args?: Record<string, unknown>): Promise<string>;
}

/** Takes over the receiving side of `link`. */
export function createRawClient(link: Link): RawClient {
  const received: Frame[] = [];
  const waiting = new Map<unknown, (answer: Frame) => void>();
  let nextId = 1;
  link.receive((frame) => {
    received.push(frame);
    if (frame.isResponse) waiting.get(frame.id)?.(frame);
    return undefined;
  });

  function request(method: string, params?: unknown): Promise<Frame> {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      void link.closed.then((end) => reject(new Error(`no answer to ${method}: it ${end.reason}`)));
      void link.send(createRequest(id, method, params));
    });
  }

  return {
    received,
    request,
    async initialize() {
      const clientInfo = { name: 'raw-client', version: '1.0.0' };
      const answer = await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      void link.send(createNotification('notifications/initialized'));
      return answer;
    },
    async callForText(tool, args = {}) {
      const answer = await request('tools/call', { name: tool, arguments: args });
      const result = answer.value('result') as { content?: { text?: string }[] } | undefined;
      const text = result?.content?.[0]?.text;
      if (text === undefined) throw new Error(`no text in the answer of ${tool}: ${answer.text('error')}`);
      return text;
    },
  };
}
