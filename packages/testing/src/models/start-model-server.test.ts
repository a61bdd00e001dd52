import { describe, expect, it, onTestFinished } from 'vitest';
import { MODEL_KEY } from './model-dialect.ts';
import { MODEL_APIS, startModelServer, type ModelApi } from './start-model-server.ts';

const KEY_HEADERS = { 'x-api-key': MODEL_KEY, 'x-goog-api-key': MODEL_KEY, authorization: `Bearer ${MODEL_KEY}` };

async function send(
  api: ModelApi,
  body: object,
  headers: Record<string, string> = KEY_HEADERS,
): Promise<{ status: number; text: string; mistakes: readonly string[] }> {
  const server = await startModelServer(api, [{ text: 'Fine.' }]);
  onTestFinished(() => server.stop());
  const [base = ''] = Object.values(server.environment).filter((value) => value.startsWith('http'));
  const response = await fetch(base + PATHS[api], { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text(), mistakes: server.mistakes };
}

const PATHS: Readonly<Record<ModelApi, string>> = {
  anthropic: '/messages',
  openai: '/responses',
  google: '/models/gemini-3-pro-preview:streamGenerateContent?alt=sse',
  ollama: '/api/chat',
  'openai-compatible': '/chat/completions',
};

const ANTHROPIC_CALL = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'a', input: {} }] };
const GOOGLE_CALL = { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'a', args: {} } }] };
const CHAT_CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }],
};
const USER = { role: 'user', content: 'Hello?' };
const GOOGLE_USER = { role: 'user', parts: [{ text: 'Hello?' }] };

function toAnthropic(...messages: readonly object[]): object {
  return { model: 'm', max_tokens: 1, stream: true, messages };
}

const BROKEN: readonly (readonly [ModelApi, object, string])[] = [
  ['anthropic', toAnthropic(USER, ANTHROPIC_CALL, USER), 'tool_use ids were found without tool_result'],
  ['anthropic', toAnthropic(USER, ANTHROPIC_CALL), 'tool_use ids were found without tool_result'],
  [
    'anthropic',
    toAnthropic({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] }),
    'unexpected tool_use_id',
  ],
  ['anthropic', toAnthropic({ role: 'user', content: ' ' }), 'must be non-empty'],
  ['anthropic', { messages: [USER] }, 'max_tokens'],
  [
    'anthropic',
    { ...toAnthropic(USER), tools: [{ name: 'a:b', input_schema: { type: 'object' } }] },
    'Tool name "a:b"',
  ],
  [
    'openai',
    { input: [USER, { type: 'function_call', call_id: 'c1', name: 'a', arguments: '{}' }, USER] },
    'No tool output found for function call c1.',
  ],
  [
    'openai',
    { input: [USER, { type: 'function_call_output', call_id: 'c1', output: '' }] },
    'No tool call found for function call output with call_id c1.',
  ],
  [
    'openai',
    { input: [USER], tools: [{ type: 'function', name: 'a', parameters: { type: 'object', anyOf: [] } }] },
    '"anyOf" is not supported at the top level',
  ],
  ['google', { contents: [GOOGLE_USER, GOOGLE_CALL, GOOGLE_USER] }, 'the number of function response parts'],
  ['google', { contents: [GOOGLE_USER, { role: 'model', parts: [] }] }, 'must include at least one parts field'],
  [
    'google',
    {
      contents: [GOOGLE_USER],
      tools: [{ functionDeclarations: [{ name: 'a', parameters: { type: 'object', $ref: '#' } }] }],
    },
    'Unknown name "$ref"',
  ],
  ['ollama', { messages: [USER, CHAT_CALL, USER] }, 'tool calls without results: a'],
  ['ollama', { messages: [USER, { role: 'tool', tool_name: 'a', content: '' }] }, 'does not follow its call'],
  [
    'openai-compatible',
    { messages: [USER, CHAT_CALL, USER] },
    "must be followed by tool messages responding to each 'tool_call_id': c1",
  ],
  [
    'openai-compatible',
    { messages: [USER, { role: 'tool', tool_call_id: 'c1', content: '' }] },
    'must be a response to a preceding message',
  ],
];

it.each(BROKEN)('refuses as %s does: %j', async (api, body, mistake) => {
  const { status, text, mistakes } = await send(api, body);
  expect(status).toBe(400);
  expect(mistakes).toEqual([expect.stringContaining(mistake)]);
  expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(mistake).slice(1, -1));
});

const RIGHT: Readonly<Record<ModelApi, object>> = {
  anthropic: toAnthropic(USER, ANTHROPIC_CALL, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] }),
  openai: {
    input: [
      USER,
      { type: 'function_call', call_id: 'c1', name: 'a', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: '' },
    ],
  },
  google: {
    contents: [
      GOOGLE_USER,
      GOOGLE_CALL,
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'a', response: {} } }] },
    ],
  },
  ollama: { messages: [USER, CHAT_CALL, { role: 'tool', tool_name: 'a', content: '' }] },
  'openai-compatible': { messages: [USER, CHAT_CALL, { role: 'tool', tool_call_id: 'c1', content: '' }] },
};

describe.each(MODEL_APIS)('a scripted model of %s', (api) => {
  it('answers a conversation in which every call has its result', async () => {
    expect(await send(api, RIGHT[api])).toMatchObject({
      status: 200,
      text: expect.stringContaining('Fine.'),
      mistakes: [],
    });
  });

  it('wants its key, where there is one', async () => {
    expect((await send(api, RIGHT[api], {})).status).toBe(api === 'ollama' ? 200 : 401);
  });
});
