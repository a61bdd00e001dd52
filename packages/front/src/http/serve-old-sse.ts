import type { HttpExchange } from './http-exchange.ts';
import { checkContentType, readMessages } from './read-messages.ts';
import type { Refusal } from './refusal.ts';
import { toUrl } from './to-url.ts';

/** The stream of the old HTTP+SSE transport, which is a session of its own. */
export function serveOldSse({ request, response, sessions, credentials }: HttpExchange): Refusal | undefined {
  if (request.method !== 'GET') return { status: 405, message: 'Use GET.', headers: { allow: 'GET' } };
  if (sessions.isFull) return { status: 503, message: 'Too many sessions are open. Try again later.' };
  const session = sessions.openOld(credentials);
  session.open(response, `/messages?sessionId=${session.id}`);
  return undefined;
}

/** Where clients of the old transport send their messages; answers come on their stream. */
export async function serveOldMessages(exchange: HttpExchange): Promise<Refusal | undefined> {
  const { request, response, sessions, requestId, credentials } = exchange;
  if (request.method !== 'POST') return { status: 405, message: 'Use POST.', headers: { allow: 'POST' } };
  const session = sessions.findOld(toUrl(request)?.searchParams.get('sessionId') ?? '', credentials);
  if (session === undefined) {
    return { status: 404, message: 'Session not found: its stream has ended. Open another at /sse.' };
  }
  const wrong = checkContentType(exchange);
  if (wrong !== undefined) return wrong;
  await session.ready();
  const messages = await readMessages(exchange);
  if (messages === undefined || 'status' in messages) return messages;
  response.writeHead(202).end();
  session.post(messages.frames, requestId);
  return undefined;
}
