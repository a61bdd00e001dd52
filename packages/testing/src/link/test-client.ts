import { createNotification, createRequest, type Frame, type Link, type RequestId } from '@toolyard/core';

/** An MCP client at one end of a link, which reads frames and nothing into them. */
export interface TestClient {
  /** All notifications it received, in order. */
  readonly notifications: readonly Frame[];
  /** All answers it received, in order. */
  readonly answers: readonly Frame[];
  /** Sends a request and waits for its answer. */
  request(method: string, params?: unknown, id?: RequestId): Promise<Frame>;
  /** Sends a message that is already made. */
  send(frame: Frame): void;
  notify(method: string, params?: unknown): void;
  /** Shakes hands. */
  initialize(protocolVersion?: string): Promise<Frame>;
}

/** A client that has sent nothing yet. */
export function createTestClient(link: Link): TestClient {
  const notifications: Frame[] = [];
  const answers: Frame[] = [];
  const open = new Map<RequestId, (answer: Frame) => void>();
  let nextId = 1;
  link.receive((frame) => {
    if (frame.isNotification) notifications.push(frame);
    if (!frame.isResponse) return undefined;
    answers.push(frame);
    if (frame.id !== undefined) open.get(frame.id)?.(frame);
    return undefined;
  });

  function request(method: string, params: unknown = {}, id: RequestId = nextId++): Promise<Frame> {
    return new Promise((resolve) => {
      open.set(id, resolve);
      void link.send(createRequest(id, method, params));
    });
  }

  return {
    notifications,
    answers,
    request,
    send: (frame) => void link.send(frame),
    notify: (method, params) => void link.send(createNotification(method, params)),
    async initialize(protocolVersion = '2025-11-25') {
      const clientInfo = { name: 'test', version: '0' };
      const answer = await request('initialize', { protocolVersion, capabilities: {}, clientInfo });
      void link.send(createNotification('notifications/initialized'));
      return answer;
    },
  };
}
