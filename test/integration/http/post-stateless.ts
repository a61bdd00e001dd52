import { HEADERS } from './open-front.ts';

/** What every stateless request says about its client. */
export const ENVELOPE: Readonly<Record<string, unknown>> = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};

/** One stateless request; what is not given is as it should be. */
export interface StatelessPost {
  readonly id?: string | number;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Instead of the envelope. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Other headers; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a request the way clients of revision 2026-07-28 do. */
export function postStateless(url: string, method: string, post: StatelessPost = {}): Promise<Response> {
  const { id = 1, params = {}, meta = ENVELOPE, headers = {}, signal } = post;
  const name = params['name'] ?? params['uri'];
  const all = {
    ...HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...headers,
  };
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } }),
    ...(signal && { signal }),
  });
}
