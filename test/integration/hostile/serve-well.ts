import type { RawWire } from './create-raw-wire.ts';

/** A message that a server received. */
export interface ReceivedMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly arguments?: { readonly text?: unknown };
    readonly notifications?: unknown;
    readonly [name: string]: unknown;
  };
}

const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** Answers as a server should that has one of everything; `undefined` for what needs no answer. */
export function answerWell({ id, method, params }: ReceivedMessage): string | undefined {
  if (id === undefined || method === undefined) return undefined;
  const complete = { resultType: 'complete' };
  return JSON.stringify({ jsonrpc: '2.0', id, result: { ...complete, ...resultOf(method, params) } });
}

/** Serves on a wire until it ends. */
export function serveWell(wire: RawWire): void {
  wire.onLine((line) => {
    const answer = answerWell(JSON.parse(line));
    if (answer !== undefined) wire.write(`${answer}\n`);
  });
}

function resultOf(method: string, params: ReceivedMessage['params']): object {
  const serverInfo = { name: 'well', version: '1' };
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo };
    case 'server/discover':
      return {
        supportedVersions: ['2026-07-28'],
        capabilities: CAPABILITIES,
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      };
    case 'tools/list':
      return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
    case 'prompts/list':
      return { prompts: [{ name: 'echo' }] };
    case 'resources/list':
      return { resources: [{ uri: 'file:///x', name: 'x' }] };
    case 'resources/templates/list':
      return { resourceTemplates: [] };
    case 'tools/call':
      return { content: [{ type: 'text', text: String(params?.arguments?.text) }] };
    default:
      return {};
  }
}
