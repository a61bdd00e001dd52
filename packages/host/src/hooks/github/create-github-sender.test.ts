import { ToolyardError, type HttpReply, type HttpRequest } from '@toolyard/core';
import type { GitHubConnection } from '@toolyard/hooks';
import { createFakeRequester, createReply } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createGitHubSender } from './create-github-sender.ts';

const TOKEN = 'ghp_0123456789abcdef';
const PLACE = { baseUrl: 'https://ghe.example.com/api/v3/', tokenEnv: 'GITHUB_TOKEN' };
const OPEN = {
  route: 'POST /repos/{owner}/{repo}/issues',
  parameters: { owner: 'ada', repo: 'shop', title: '12345678901234567890n', body: '{owner} ü' },
};
const NEVER = new AbortController().signal;

function connect(answer: (request: HttpRequest) => HttpReply | Promise<HttpReply>) {
  const requester = createFakeRequester(answer);
  const connection = createGitHubSender({ GITHUB_TOKEN: TOKEN }, requester).open(PLACE);
  if ('problem' in connection) return expect.fail(connection.problem);
  return { requests: requester.requests, send: (request = OPEN) => send(connection, request) };
}

function send(connection: GitHubConnection, request: typeof OPEN) {
  return connection.send(request, NEVER);
}

describe('what is sent to GitHub', () => {
  it('is what the route says, with the token, to the address of the hook', async () => {
    const { requests, send: sendIt } = connect(() =>
      createReply(201, '{"number":7}', { 'x-ratelimit-remaining': '1' }),
    );
    expect(await sendIt()).toMatchObject({
      status: 201,
      data: { number: 7 },
      headers: { 'x-ratelimit-remaining': '1' },
    });
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://ghe.example.com/api/v3/repos/ada/shop/issues',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${TOKEN}`,
        'user-agent': expect.stringMatching(/^toolyard\/\S+$/),
        'x-github-api-version': '2022-11-28',
      },
    });
    expect(JSON.parse(new TextDecoder().decode(request?.body))).toEqual({
      title: '12345678901234567890n',
      body: '{owner} ü',
    });
  });

  it.each([
    [{}, 'GITHUB_TOKEN', /GITHUB_TOKEN is not set\. Create a token at https:\/\/ghe\.example\.com\/settings\/tokens/],
    [{ GITHUB_TOKEN: ' ' }, 'GITHUB_TOKEN', /is not set/],
    [{ GH_TOKEN: TOKEN }, 'OTHER_TOKEN', /OTHER_TOKEN is not set/],
    [{ GITHUB_TOKEN: 'two\nlines' }, 'GITHUB_TOKEN', /GITHUB_TOKEN holds no token/],
  ])('needs a token: %o has none in %s', (env, tokenEnv, problem) => {
    const opened = createGitHubSender(env).open({ ...PLACE, tokenEnv });
    expect(opened).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('has the token of GH_TOKEN where no other variable is named', () => {
    expect(createGitHubSender({ GH_TOKEN: TOKEN }).open(PLACE)).not.toHaveProperty('problem');
  });
});

describe('what comes back from GitHub', () => {
  it.each([
    [createReply(422, '{"message":"no"}'), { status: 422, data: { message: 'no' } }],
    [createReply(204, ''), { status: 204 }],
    [createReply(502, '<html>', { 'content-type': 'text/html' }), { status: 502, data: '<html>' }],
    [createReply(200, 'not JSON'), { status: 200, data: 'not JSON' }],
    [createReply(500, '{}', { 'content-type': ';;;' }), { status: 500, data: '{}' }],
    [createReply(401, `{"message":"${TOKEN}"}`), { status: 401, data: { message: '***' } }],
    [createReply(200, '{}', { deprecation: 'x', link: '<y>; rel="deprecation"' }), { status: 200 }],
  ])('is given whatever it is, without the token', async (reply, expected) => {
    expect(await connect(() => reply).send()).toMatchObject(expected);
  });

  it('is an error of the requester where there is none', async () => {
    const lost = new ToolyardError('connection-lost', 'closed the connection');
    await expect(
      connect(() => {
        throw lost;
      }).send(),
    ).rejects.toBe(lost);
  });

  it('is none where it breaks off, or has no end', async () => {
    async function* breakOff(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('{"number":');
      throw new ToolyardError('connection-lost', 'closed the connection');
    }
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(65_536);
    }
    const json = { 'content-type': 'application/json' };
    await expect(connect(() => createReply(201, breakOff(), json)).send()).rejects.toMatchObject({
      code: 'connection-lost',
    });
    await expect(connect(() => createReply(201, endless(), json)).send()).rejects.toMatchObject({
      code: 'protocol-error',
      message: 'sent an answer of more than 4194304 bytes',
    });
  });

  it.each([301, 302, 307, 308])('is followed to the same host after %i, with the same request', async (status) => {
    const { requests, send: sendIt } = connect(({ url }) =>
      url.endsWith('/issues') && url.includes('/repos/')
        ? createReply(status, '', { location: '/api/v3/repositories/1/issues' })
        : createReply(201, '{}'),
    );
    expect(await sendIt()).toMatchObject({ status: 201 });
    expect(requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['POST', '/api/v3/repos/ada/shop/issues'],
      ['POST', '/api/v3/repositories/1/issues'],
    ]);
    expect(requests[1]?.body).toEqual(requests[0]?.body);
  });

  it.each([
    ['https://evil.example.com/x', /redirects to another host \(https:\/\/evil\.example\.com\)/],
    ['http://ghe.example.com/x', /redirects to another host \(http:\/\/ghe\.example\.com\)/],
    ['https://ghe.example.com:444/x', /another host/],
    ['//evil.example.com', /another host/],
    ['/api/v3/repos/ada/shop/issues', /redirects in circles/],
    ['http://[', /leads nowhere/],
  ])('is never followed to %s', async (location, message) => {
    const { requests, send: sendIt } = connect(() => createReply(307, '', { location }));
    await expect(sendIt()).rejects.toMatchObject({
      code: 'server-misconfigured',
      message: expect.stringMatching(message),
    });
    expect(requests.every(({ url }) => new URL(url).origin === 'https://ghe.example.com')).toBe(true);
  });
});
