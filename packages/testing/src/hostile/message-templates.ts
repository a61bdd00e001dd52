import { CONTROL_SESSION } from '@toolyard/core';
import type { MessageTemplate } from './create-hostile-message.ts';

const META = { progressToken: 'p', user_id: 'somebody-else', 'io.modelcontextprotocol/related-task': { taskId: 't' } };

/** What a client may send of each method; `tool` is one that it may call. */
export function createClientTemplates(tool: string): [MessageTemplate, ...MessageTemplate[]] {
  const request = (method: string, params: object = {}): MessageTemplate => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: META },
  });
  const notice = (method: string, params: object = {}): MessageTemplate => ({ jsonrpc: '2.0', method, params });
  const clientInfo = { name: 'hostile', version: '1' };
  const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } };
  return [
    request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo }),
    request('ping'),
    request('tools/list'),
    request('tools/list', { cursor: 'x' }),
    request('tools/call', { name: tool, arguments: { text: 'x', more: [{ a: 1 }] } }),
    request('tools/call', { name: tool, arguments: {}, task: { ttl: 1000 } }),
    request('prompts/list'),
    request('prompts/get', { name: tool, arguments: { a: 'b' } }),
    request('resources/list'),
    request('resources/templates/list'),
    request('resources/read', { uri: 'file:///x' }),
    request('resources/subscribe', { uri: 'file:///x' }),
    request('resources/unsubscribe', { uri: 'file:///x' }),
    request('completion/complete', { ref: { type: 'ref/prompt', name: tool }, argument: { name: 'a', value: 'b' } }),
    request('logging/setLevel', { level: 'debug' }),
    request('tasks/get', { taskId: 't' }),
    request('tasks/result', { taskId: 't' }),
    request('tasks/list'),
    request('tasks/cancel', { taskId: 't' }),
    request('tasks/update', { taskId: 't', inputResponses: { a: { result: {} } } }),
    request('server/discover'),
    request('subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['file:///x'] },
    }),
    request('toolyard/disable', { key: 'good' }),
    request('no/such'),
    notice('notifications/initialized'),
    notice('notifications/cancelled', { requestId: 1, reason: 'x' }),
    notice('notifications/progress', { progressToken: 1, progress: 1, total: 2, message: 'x' }),
    notice('notifications/roots/list_changed'),
    notice(CONTROL_SESSION, { session: 'client-1' }),
    { jsonrpc: '2.0', id: 1, result: { roots: [{ uri: 'file:///x' }] } },
    { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'x', data: { a: 1 } } },
  ];
}

/** The same as clients of revision 2026-07-28 write it. */
export function toStatelessTemplate(template: MessageTemplate): MessageTemplate {
  const { params } = template;
  if (typeof params !== 'object' || params === null) return template;
  const meta = '_meta' in params && typeof params['_meta'] === 'object' ? params['_meta'] : {};
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, sampling: {}, roots: {} },
    'io.modelcontextprotocol/clientInfo': { name: 'hostile', version: '1' },
  };
  return { ...template, params: { ...params, _meta: { ...meta, ...envelope } } };
}

/** What a server may answer to each method, in both eras. */
export function createAnswerTemplates(method: string): [MessageTemplate, ...MessageTemplate[]] {
  const answer = (result: object): MessageTemplate => ({ jsonrpc: '2.0', id: 1, result: { ...result, _meta: META } });
  const text = { content: [{ type: 'text', text: 'x' }], isError: false, structuredContent: { a: 1 } };
  const error: MessageTemplate = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'x', data: { code: 'y' } } };
  const complete = { resultType: 'complete' };
  const task = { taskId: 't', status: 'working', ttl: 1000, pollInterval: 5, createdAt: '2026-01-01T00:00:00Z' };
  switch (method) {
    case 'initialize':
      return [answer(greet('2025-11-25'))];
    case 'server/discover':
      return [answer({ ...complete, ...greet('2026-07-28'), supportedVersions: ['2026-07-28'] })];
    case 'tools/list':
      return [answer({ ...complete, tools: [TOOL, { name: 'other', inputSchema: {} }] })];
    case 'prompts/list':
      return [answer({ ...complete, prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }] }] })];
    case 'resources/list':
      return [answer({ ...complete, resources: [{ uri: 'file:///x', name: 'x', mimeType: 'text/plain' }] })];
    case 'resources/templates/list':
      return [answer({ ...complete, resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'x' }] })];
    case 'resources/read':
      return [answer({ ...complete, contents: [{ uri: 'file:///x', text: 'x' }] }), error];
    case 'prompts/get':
      return [answer({ ...complete, messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] }), error];
    case 'completion/complete':
      return [answer({ ...complete, completion: { values: ['a'], total: 1, hasMore: false } }), error];
    default:
      return [
        answer({ ...complete, ...text }),
        answer({ task }),
        answer({ resultType: 'task', ...task }),
        answer({ resultType: 'input_required', requestState: 's', inputRequests: { a: ASKED } }),
        answer({ content: [{ type: 'resource_link', uri: 'file:///x', name: 'x' }] }),
        error,
      ];
  }
}

const TOOL = {
  name: 'echo',
  title: 'Echo',
  description: 'x',
  inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^x' } }, required: ['text'] },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  execution: { taskSupport: 'optional' },
  _meta: { a: { b: 1 } },
};

const ASKED = {
  method: 'elicitation/create',
  params: { message: 'x', requestedSchema: { type: 'object', properties: {} } },
};

function greet(protocolVersion: string): object {
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
    logging: {},
    tasks: { requests: { tools: { call: {} } } },
  };
  return { protocolVersion, capabilities, serverInfo: { name: 'hostile', version: '1' }, instructions: 'x' };
}

/** What a server may say unasked. */
export const SERVER_TEMPLATES: readonly [MessageTemplate, ...MessageTemplate[]] = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: 1, method: 'roots/list', params: { _meta: META } },
  { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, _meta: META } },
  { jsonrpc: '2.0', id: 1, ...ASKED },
  { jsonrpc: '2.0', id: 1, method: 'no/such', params: {} },
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'file:///x', _meta: META } },
  { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', logger: 'x', data: { a: 1 } } },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1, _meta: META } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'x' } },
  { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'x' } },
  { jsonrpc: '2.0', method: 'notifications/tasks/status', params: { taskId: 't', status: 'completed' } },
  { jsonrpc: '2.0', method: 'notifications/tasks', params: { taskId: 't', status: 'completed', _meta: META } },
  { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: META } },
];
