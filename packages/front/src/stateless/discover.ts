import {
  createRequest,
  createResponse,
  HANDSHAKE_REVISIONS,
  STATELESS_REVISION,
  type Frame,
  type RequestId,
} from '@toolyard/core';
import { keptMeta } from './envelope.ts';
import { abandon } from './stateless-reply.ts';
import type { EnvelopedRequest, StatelessRequest } from './stateless-request.ts';
import { toStatelessAnswer } from './to-stateless-answer.ts';

const NOBODY = { name: 'unknown', version: '0' };

/** What a handshake is made with in the name of a client that can be asked this. */
export function createHandshake(
  id: RequestId,
  { frame, envelope }: Pick<EnvelopedRequest, 'frame' | 'envelope'>,
  capabilities: object = {},
): Frame {
  return createRequest(id, 'initialize', {
    protocolVersion: HANDSHAKE_REVISIONS[0],
    capabilities,
    clientInfo: envelope.clientInfo ?? NOBODY,
    _meta: JSON.parse(keptMeta(frame)),
  });
}

/** Answers `server/discover` with what the handshake would have told. */
export function discover(request: StatelessRequest): undefined {
  const { id, link, reply } = request;
  reply.onGone(() => link.leave());
  link.serve({
    take(given) {
      if (!given.isResponse) return undefined;
      const pressure = reply.answer(toDiscovery(id, given));
      void link.close();
      return pressure;
    },
    keepAlive: () => reply.keepAlive(),
    end: () => abandon(reply, id),
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
