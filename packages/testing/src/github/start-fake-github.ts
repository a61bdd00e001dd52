import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { GITHUB_ROUTES, type FieldKind, type GitHubRoute, type CheckedRequest } from './github-routes.ts';

/** One request as it came in. */
export interface SeenGitHubRequest {
  /** Of `GITHUB_ROUTES`; empty where none fits. */
  readonly route: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What happens to one request in the place of the usual answer. */
export type GitHubMishap =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly data?: unknown }
  /** It is done, and the connection breaks off before the answer. */
  | 'lost'
  /** There is never an answer. */
  | 'silent';

/** A server that speaks the part of GitHub's REST API that hooks use. */
export interface FakeGitHub {
  /** Without a path. */
  readonly url: string;
  readonly seen: readonly SeenGitHubRequest[];
  /** Everything about requests that GitHub's description does not allow. */
  readonly problems: readonly string[];
  /** The next requests go wrong in these ways. */
  fail(...mishaps: readonly GitHubMishap[]): void;
  close(): Promise<void>;
}

/** Answers requests with this token at the root and below `/api/v3`, as GitHub Enterprise does. */
export async function startFakeGitHub(token: string): Promise<FakeGitHub> {
  const seen: SeenGitHubRequest[] = [];
  const problems: string[] = [];
  const mishaps: GitHubMishap[] = [];
  let url = '';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await readRequest(request, url);
    seen.push(given);
    problems.push(...checkHeaders(request, token), ...checkFields(given));
    const mishap = mishaps.shift();
    if (mishap === 'silent') return;
    if (mishap === 'lost') return void request.socket.destroy();
    const route = GITHUB_ROUTES[given.route];
    if (mishap !== undefined) send(response, mishap);
    else if (route === undefined) send(response, { status: 404, data: { message: 'Not Found' } });
    else send(response, { status: route.status, data: route.answer({ ...given, base: url }) });
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    seen,
    problems,
    fail: (...more) => void mishaps.push(...more),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, { status, headers = {}, data }: Exclude<GitHubMishap, string>): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof data === 'string' || data === undefined ? data : JSON.stringify(data));
}

async function readRequest(request: IncomingMessage, base: string): Promise<SeenGitHubRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', base);
  const place = pathname.replace(/^\/api\/v3(?=\/)/, '');
  const body = await text(request);
  const found = Object.keys(GITHUB_ROUTES).flatMap((route) => {
    const path = matchRoute(route, request.method ?? '', place);
    return path === undefined ? [] : [{ route, path }];
  });
  const { route, path } = found[0] ?? { route: '', path: {} };
  return { route, path, query: Object.fromEntries(searchParams), body: body === '' ? {} : JSON.parse(body) };
}

function matchRoute(route: string, method: string, place: string): Record<string, string> | undefined {
  const [expected, template = ''] = route.split(' ');
  const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const groups = expected === method ? pattern.exec(place)?.groups : undefined;
  if (groups === undefined) return undefined;
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

function checkHeaders({ headers, method }: IncomingMessage, token: string): string[] {
  const expected: readonly (readonly [string, RegExp])[] = [
    ['authorization', new RegExp(`^Bearer ${token}$`)],
    ['accept', /^application\/vnd\.github\+json$/],
    ['x-github-api-version', /^\d{4}-\d\d-\d\d$/],
    ['user-agent', /^toolyard\/\d/],
    ...(method === 'POST' || method === 'PUT' ? [['content-type', /^application\/json/] as const] : []),
  ];
  return expected.flatMap(([name, form]) =>
    form.test(String(headers[name])) ? [] : [`${name}: ${String(headers[name])}`],
  );
}

function checkFields({
  route,
  path,
  query,
  body,
}: Pick<CheckedRequest, 'path' | 'body'> & SeenGitHubRequest): string[] {
  const rules = GITHUB_ROUTES[route];
  if (rules === undefined) return ['a route that is not known'];
  const numbers = Object.entries(path).filter(([name]) => name.endsWith('_number'));
  return [
    ...numbers.flatMap(([name, value]) => (/^[1-9]\d*$/.test(value) ? [] : [`${route}: ${name} is ${value}`])),
    ...Object.keys(rules.required).flatMap((name) => (name in body ? [] : [`${route}: ${name} is missing`])),
    ...Object.entries(body).flatMap(([name, value]) => checkField(rules, route, [name, value])),
    ...Object.entries(query).flatMap(([name, value]) => checkField(rules, route, [name, fromQuery(value)])),
  ];
}

function fromQuery(value: string): unknown {
  return /^\d+$/.test(value) ? Number(value) : value;
}

function checkField(
  { required, optional }: GitHubRoute,
  route: string,
  [name, value]: readonly [string, unknown],
): string[] {
  const kind = required[name] ?? optional[name];
  if (kind === undefined) return [`${route}: ${name} is not known`];
  return isOfKind(value, kind) ? [] : [`${route}: ${name} is ${JSON.stringify(value)}`];
}

function isOfKind(value: unknown, kind: FieldKind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return Number.isSafeInteger(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    default:
      return typeof value === 'string' && kind.includes(value);
  }
}
