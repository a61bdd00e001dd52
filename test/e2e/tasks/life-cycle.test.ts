import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startHttpServer, type TestHttpServer } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvironment, createYardFolder, ROOT } from '../harness/create-yard-folder.ts';
import { gatewayArgs } from '../harness/start-gateway.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const TASK = {
  id: 1,
  title: 'buy milk',
  completed: false,
  priority: 'Medium',
  created_at: '2026-11-15T12:00:00Z',
  updated_at: '2026-11-15T12:00:00Z',
  user_id: 'alice',
};
const LIMIT_MS = 120_000;

type Answer = (response: ServerResponse) => void;

interface Setup {
  readonly backend: TestHttpServer;
  answerWith(answer: Answer): void;
  call(tool: string, args: Record<string, unknown>, user?: string): Promise<Result>;
}

interface Result {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
}

/** An SDK client at a gateway, whose one server is the built task server, whose backend is here. */
async function openChain(): Promise<Setup> {
  let answer: Answer = (response) => void response.writeHead(404).end('{}');
  const backend = await startHttpServer(({ path }, response) => {
    if (path === '/openapi.json') response.writeHead(404).end();
    else answer(response);
  });
  onTestFinished(() => backend.stop());
  const place = createYardFolder({
    tasks: {
      command: process.execPath,
      args: [join(ROOT, 'apps/cli/dist/toolyard.js'), 'tasks', 'mcp'],
      env: {
        SERVICE_AUTH_TOKEN: TOKEN,
        BACKEND_BASE_URL: `http://127.0.0.1:${backend.port}`,
        BACKEND_TIMEOUT: '3',
        BACKEND_MAX_RETRIES: '0',
      },
    },
  });
  const client = new Client({ name: 'e2e', version: '1.0.0' });
  const env = createEnvironment(place.folder);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: gatewayArgs(place.file),
    cwd: place.folder,
    env,
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  // The SDK's client checks structured content against the schemas that it was told.
  await client.listTools();
  return {
    backend,
    answerWith: (next) => void (answer = next),
    async call(tool, args, user) {
      const meta = user === undefined ? {} : { _meta: { user_id: user } };
      return (await client.callTool({ name: `tasks__${tool}`, arguments: args, ...meta })) as Result;
    },
  };
}

function status(code: number, body: object = {}): Answer {
  return (response) => void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

it(
  'tells a real client through the gateway what became of each call',
  async () => {
    const { backend, answerWith, call } = await openChain();
    const create = (user?: string): Promise<Result> => call('create_task', { title: 'buy milk' }, user);

    const invalid = await call('create_task', { title: '', due_date: 'tomorrow' }, 'alice');
    expect(invalid).toMatchObject({
      isError: true,
      structuredContent: {
        error_type: 'validation_error',
        message: 'Task creation failed due to invalid input',
        details: { fields: [{ field: 'title' }, { field: 'due_date' }] },
      },
    });
    expect(await create()).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'authentication_error', message: 'Missing user context in MCP request' },
    });
    expect(backend.requests).toEqual([]);

    answerWith(status(201, TASK));
    expect(await create('alice')).toMatchObject({ isError: false, structuredContent: { id: 1, title: 'buy milk' } });
    expect(backend.requests.at(-1)?.headers).toMatchObject({ 'x-user-id': 'alice', authorization: `Bearer ${TOKEN}` });
    answerWith((response) => void response.writeHead(200).end(JSON.stringify([TASK])));
    expect((await call('list_tasks', {}, 'alice')).structuredContent).toMatchObject({ tasks: [{ id: 1 }] });

    const failures: [Answer, string, string][] = [
      [status(401), 'authentication_error', 'Service authentication failed'],
      [status(403), 'authorization_error', 'User not authorized to access this resource'],
      [status(404), 'not_found_error', 'Requested resource not found'],
      [status(422), 'validation_error', 'Input validation failed'],
      [status(429), 'rate_limit_error', 'Too many requests'],
      [status(500), 'backend_error', 'Backend service error'],
      [() => undefined, 'timeout_error', 'Request timed out'],
    ];
    for (const [answer, errorType, message] of failures) {
      answerWith(answer);
      expect(await create('alice')).toMatchObject({
        isError: true,
        structuredContent: { error_type: errorType, message },
      });
    }
    await backend.stop();
    expect(await create('alice')).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'connection_error', message: 'Unable to connect to backend service' },
    });
  },
  LIMIT_MS,
);
