import { ToolyardError, type HttpReply, type HttpRequester } from '@toolyard/core';
import { readReplyBody, SHORT_BYTES } from './read-reply.ts';

const MAX_REDIRECTS = 5;

/** Redirects that keep the method; a GET may follow the older ones too. */
const KEEPING: readonly number[] = [307, 308];
const REDIRECTS: readonly number[] = [301, 302, 303, ...KEEPING];

/** Follows redirects inside one origin only, since requests carry credentials; other ones reject. */
export function createSameOriginRequester(requester: HttpRequester): HttpRequester {
  return {
    async request(request) {
      let { url } = request;
      for (let count = 0; count <= MAX_REDIRECTS; count++) {
        const reply = await requester.request({ ...request, url });
        if (!REDIRECTS.includes(reply.status)) return reply;
        const target = toTarget(reply, url);
        if (request.method !== 'GET' && !KEEPING.includes(reply.status)) {
          throw refuse(
            `answered with status ${reply.status}, a redirect that a ${request.method} cannot follow`,
            target,
          );
        }
        await readReplyBody(reply, SHORT_BYTES);
        url = target.href;
      }
      throw refuse('redirects in circles');
    },
  };
}

function toTarget({ status, headers }: HttpReply, url: string): URL {
  const location = headers['location'];
  if (location === undefined || !URL.canParse(location, url)) {
    throw refuse(`answered with status ${status}, a redirect without a target`);
  }
  const target = new URL(location, url);
  if (target.origin !== new URL(url).origin) throw refuse('redirects to another origin', target);
  return target;
}

function refuse(what: string, target?: URL): ToolyardError {
  const where = target === undefined ? '' : ` (${target.origin})`;
  return new ToolyardError('protocol-error', `${what}${where}. Set "url" to the address that it redirects to`);
}
