import {
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
  type RequestId,
  type ToolResult,
} from '@toolyard/core';

/** An MCP client at one end of a link, which reads frames and nothing into them. */
export interface TestClient {
  /** All notifications it received, in order. */
  readonly notifications: readonly Frame[];
  /** All answers it received, in order. */
  readonly answers: readonly Frame[];
  /** All requests it received, in order, with the request of its own that they came on where the link tells. */
  readonly questions: readonly { readonly frame: Frame; readonly relatedTo: RequestId | undefined }[];
  /** Answers a request that it received. */
  respond(question: Frame | undefined, result: unknown): void;
  /** Sends a request and waits for its answer; rejects where the link ends first. */
  request(method: string, params?: unknown, id?: RequestId): Promise<Frame>;
  /** Sends a message that is already made. */
  send(frame: Frame): void;
  notify(method: string, params?: unknown): void;
  /** Shakes hands. */
  initialize(protocolVersion?: string, capabilities?: object): Promise<Frame>;
  /** Calls a tool; gives the first text of its result. */
  callForText(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** A client that has sent nothing yet. */
export function createTestClient(link: Link): TestClient {
  const notifications: Frame[] = [];
  const answers: Frame[] = [];
  const questions: { frame: Frame; relatedTo: RequestId | undefined }[] = [];
  const open = new Map<RequestId, (answer: Frame) => void>();
  let nextId = 1;
  link.receive((frame, relatedTo) => {
    if (frame.isNotification) notifications.push(frame);
    if (frame.isRequest) questions.push({ frame, relatedTo });
    if (!frame.isResponse) return undefined;
    answers.push(frame);
    if (frame.id !== undefined) open.get(frame.id)?.(frame);
    return undefined;
  });

  function request(method: string, params: unknown = {}, id: RequestId = nextId++): Promise<Frame> {
    const answer = new Promise<Frame>((resolve, reject) => {
      open.set(id, resolve);
      void link.closed.then((end) => reject(new Error(`no answer to ${method}: it ${end.reason}`)));
      void link.send(createRequest(id, method, params));
    });
    // A test may leave a request without an answer on purpose.
    answer.catch(() => undefined);
    return answer;
  }

  return {
    notifications,
    answers,
    questions,
    respond: (question, result) => void link.send(createResponse(question?.id ?? 0, JSON.stringify(result))),
    request,
    send: (frame) => void link.send(frame),
    notify: (method, params) => void link.send(createNotification(method, params)),
    async initialize(protocolVersion = '2025-11-25', capabilities = {}) {
      const clientInfo = { name: 'test', version: '0' };
      const answer = await request('initialize', { protocolVersion, capabilities, clientInfo });
      void link.send(createNotification('notifications/initialized'));
      return answer;
    },
    async callForText(tool, args = {}) {
      return readText(await request('tools/call', { name: tool, arguments: args }));
    },
  };
}

function readText(answer: Frame): string {
  const result = answer.value('result') as ToolResult | undefined;
  const text = result?.content?.[0]?.['text'];
  if (typeof text !== 'string') throw new Error(`an answer without a text: ${new TextDecoder().decode(answer.bytes)}`);
  return text;
}
