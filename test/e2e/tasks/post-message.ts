/** What came back. */
export interface Answer {
  /** Empty where the server keeps none. */
  readonly session: string;
  readonly result: Readonly<Record<string, unknown>>;
}

type Headers = Readonly<Record<string, string>>;

/** What a client without a session says in each message. */
export const STATELESS: Readonly<Record<string, unknown>> = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
};

/** Posts one message with these headers, as no honest client would. */
export async function post(url: string, message: object, headers: Headers = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  const text = await response.text();
  const json = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  return { session: response.headers.get('mcp-session-id') ?? '', result: JSON.parse(json).result };
}

/** Begins a session; gives its id. */
export async function openSession(url: string, headers: Headers = {}): Promise<string> {
  const clientInfo = { name: 'e2e', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  return (await post(url, { method: 'initialize', params }, headers)).session;
}

/** The message that calls a tool. */
export function toCall(name: string, args: object = {}, meta: object = {}): object {
  return { method: 'tools/call', params: { name, arguments: args, _meta: meta } };
}
