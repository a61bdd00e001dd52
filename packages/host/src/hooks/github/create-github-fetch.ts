import { createByteList, ToolyardError, type HttpReply, type HttpRequest, type HttpRequester } from '@toolyard/core';

/** What Octokit calls in the place of the global `fetch`. */
export type GitHubFetch = (url: string, init: FetchInit) => Promise<Response>;

interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Ample: the longest text of an issue has 65,536 characters, and that of a release twice as many. */
const MAX_BYTES = 4_194_304;
const MAX_REDIRECTS = 5;

/** A renamed repository answers with one of these; GitHub wants the same request at the new address. */
const REDIRECTS: readonly number[] = [301, 302, 307, 308];
/** Statuses for which a `Response` takes no body. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/**
 * Makes requests through `reach`, and reads answers whole, so that one that breaks off is none. A redirect is followed to the
 * same origin only, since requests carry a token. `hide` takes the token out of what comes back.
 */
export function createGitHubFetch(reach: () => HttpRequester, hide: (text: string) => string): GitHubFetch {
  return async (url, init) => {
    const request = toRequest(url, init);
    const reply = await follow(reach(), request);
    const text = hide(await readText(reply));
    const { status } = reply;
    // Octokit parses by the type alone, and a wrong one would be an error of its own.
    const type = isJson(reply) ? 'application/json' : 'text/plain';
    const headers = { ...reply.headers, 'content-type': `${type}; charset=utf-8` };
    return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers });
  };
}

function toRequest(url: string, { method, headers, body, signal }: FetchInit): HttpRequest {
  return {
    method: METHODS.find((known) => known === method) ?? 'GET',
    url,
    headers,
    ...(typeof body === 'string' && body !== '' && { body: new TextEncoder().encode(body) }),
    signal: signal ?? new AbortController().signal,
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

async function follow(requester: HttpRequester, request: HttpRequest): Promise<HttpReply> {
  let { url } = request;
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const reply = await requester.request({ ...request, url });
    if (reply.status < 300 || reply.status >= 400) return reply;
    url = toTarget(reply, url);
    await readText(reply);
  }
  throw refuse('redirects in circles');
}

function toTarget({ status, headers }: HttpReply, url: string): string {
  const location = headers['location'] ?? '';
  if (!REDIRECTS.includes(status) || !URL.canParse(location, url)) {
    throw refuse(`answered with status ${status}, which leads nowhere`);
  }
  const target = new URL(location, url);
  if (target.origin === new URL(url).origin) return target.href;
  throw refuse(`redirects to another host (${target.origin}), to which the token is not sent`);
}

function refuse(what: string): ToolyardError {
  return new ToolyardError('server-misconfigured', `${what}. Check "baseUrl" and "repository"`);
}

async function readText({ body }: HttpReply): Promise<string> {
  const whole = createByteList();
  for await (const part of body) {
    if (whole.size + part.length > MAX_BYTES) {
      throw new ToolyardError('protocol-error', `sent an answer of more than ${MAX_BYTES} bytes`);
    }
    whole.add(part);
  }
  return new TextDecoder().decode(whole.join());
}

function isJson({ headers }: HttpReply): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}
