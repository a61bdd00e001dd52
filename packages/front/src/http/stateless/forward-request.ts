import { createRequest, type Frame } from '@toolyard/core';
import { CallAudit } from '../call-audit.ts';
import { withoutEnvelope, type Envelope } from './envelope.ts';
import type { StatelessRequest } from './stateless-request.ts';
import { toStatelessAnswer } from './to-stateless-answer.ts';

/** Sends a request on as one of the handshake era, and its answer back as one of the stateless revision. */
export function forwardRequest(request: StatelessRequest): void {
  const { id, frame, envelope, link, reply } = request;
  const audit = openAudit(request);
  link.serve({
    take(given) {
      if (given.isResponse && given.id === id) {
        audit.end(id, given);
        reply.answer(toStatelessAnswer(given, frame.method ?? ''));
        void link.close();
      } else if (isWanted(given, envelope)) reply.write(given);
    },
    keepAlive: () => reply.keepAlive(),
    end() {
      if (reply.isClosed) audit.cancel(id);
      audit.close();
      reply.abandon(id);
    },
  });
  audit.begin(frame, request.requestId);
  const { logLevel: level } = envelope;
  // Longer than the client's own id, so never the same.
  if (level !== undefined) link.push(createRequest(`${id}/level`, 'logging/setLevel', { level }));
  link.push(withoutEnvelope(frame));
}

/** Reports and logs go before the answer; nothing else may. */
function isWanted({ method }: Frame, { logLevel }: Envelope): boolean {
  return method === 'notifications/progress' || (method === 'notifications/message' && logLevel !== undefined);
}

function openAudit({ link, envelope }: StatelessRequest): CallAudit {
  const info: Readonly<Record<string, unknown>> = { ...envelope.clientInfo };
  const client = typeof info['name'] === 'string' ? info['name'].slice(0, 100) : '';
  const { clock } = link.host;
  return new CallAudit({
    clock,
    who: () => ({ session: link.id.slice(0, 8), client }),
    toToolId: (name) => link.host.toToolId(name),
    write: (call) => link.host.audit(call),
  });
}
