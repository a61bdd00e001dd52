import { startHttpServer, type ArrivedRequest } from '@toolyard/testing';
import { onTestFinished } from 'vitest';

/** What a client asked a model. */
export interface ModelRequest {
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
  readonly messages: readonly unknown[];
}

/** A model on loopback that speaks Anthropic's API: it calls one tool, and is done when it has the result. */
export interface FakeModel {
  readonly url: string;
  /** What it was asked, in order. */
  requests(): ModelRequest[];
}

const MESSAGES = '/v1/messages';
const MESSAGE = { type: 'message', role: 'assistant', model: 'fake', stop_sequence: null };
const USAGE = { input_tokens: 1, output_tokens: 1 };

/** Starts a model that calls this tool; it is gone after the test. */
export async function startFakeModel(tool: string, args: object): Promise<FakeModel> {
  const call = [
    { type: 'tool_use', id: 'toolu_1', name: tool, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(args) },
    'tool_use',
  ] as const;
  const text = [{ type: 'text', text: '' }, { type: 'text_delta', text: 'Done.' }, 'end_turn'] as const;
  const { port, requests, stop } = await startHttpServer((request, response) => {
    if (!isQuestion(request)) {
      response.writeHead(404).end('{}');
      return;
    }
    const [block, delta, reason] = request.body.includes('"tool_result"') ? text : call;
    const events = [
      { type: 'message_start', message: { ...MESSAGE, id: 'msg_1', content: [], stop_reason: null, usage: USAGE } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: USAGE },
      { type: 'message_stop' },
    ];
    const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(lines.join(''));
  });
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, requests: () => requests.filter(isQuestion).map(parseRequest) };
}

function isQuestion({ method, path }: ArrivedRequest): boolean {
  return method === 'POST' && path.split('?')[0] === MESSAGES;
}

function parseRequest({ body }: ArrivedRequest): ModelRequest {
  return JSON.parse(body) as ModelRequest;
}
