import {
  createRequest,
  createResponse,
  HANDSHAKE_REVISIONS,
  STATELESS_REVISION,
  type Frame,
  type RequestId,
} from '@toolyard/core';
import { keptMeta } from './envelope.ts';
import type { StatelessRequest } from './stateless-request.ts';
import { toStatelessAnswer } from './to-stateless-answer.ts';

const NOBODY = { name: 'unknown', version: '0' };

/** What a handshake is made with in a client's name. */
export function createHandshake(id: RequestId, { frame, envelope }: StatelessRequest): Frame {
  return createRequest(id, 'initialize', {
    protocolVersion: HANDSHAKE_REVISIONS[0],
    capabilities: {},
    clientInfo: envelope.clientInfo ?? NOBODY,
    _meta: JSON.parse(keptMeta(frame)),
  });
}

/** Answers `server/discover` with what the handshake would have told. */
export function discover(request: StatelessRequest): void {
  const { id, link, reply } = request;
  link.serve({
    take(given) {
      if (!given.isResponse) return;
      reply.answer(toDiscovery(id, given));
      void link.close();
    },
    keepAlive: () => reply.keepAlive(),
    end: () => reply.abandon(id),
  });
  link.push(createHandshake(id, request));
}

function toDiscovery(id: RequestId, answer: Frame): Frame {
  if (answer.span('result') === undefined) return answer;
  const greeting: Readonly<Record<string, unknown>> = { ...Object(answer.value('result')) };
  const { capabilities, serverInfo, instructions } = greeting;
  const result = JSON.stringify({
    supportedVersions: [STATELESS_REVISION],
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  });
  return toStatelessAnswer(createResponse(id, result), 'server/discover');
}
