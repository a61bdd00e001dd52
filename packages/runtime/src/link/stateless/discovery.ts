import {
  createErrorResponse,
  createRequest,
  createResponse,
  HANDSHAKE_REVISIONS,
  STATELESS_REVISION,
  type Frame,
  type RequestId,
} from '@toolyard/core';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
const UNSUPPORTED_VERSION = -32022;

/** Asks a stateless server who it is; what a handshake has in `_meta` goes along. */
export function createDiscovery(id: RequestId, handshake?: Frame): Frame {
  const meta = handshake?.param('_meta');
  return createRequest(id, 'server/discover', meta === undefined ? {} : { _meta: meta });
}

/** What a server says about itself, as the answer to a handshake; an error where it does not speak the revision. */
export function toGreetingAnswer(id: RequestId, discovery: Frame): Frame {
  if (discovery.span('result') === undefined) return discovery.withId(id);
  const { supportedVersions, capabilities, instructions, _meta: meta } = asRecord(discovery.value('result'));
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(STATELESS_REVISION)) {
    const message = `It offers other revisions than ${STATELESS_REVISION}: ${JSON.stringify(supportedVersions ?? [])}`;
    return createErrorResponse(id, { code: UNSUPPORTED_VERSION, message });
  }
  const greeting = {
    protocolVersion: HANDSHAKE_REVISIONS[0],
    capabilities: asRecord(capabilities),
    serverInfo: asRecord(meta)[SERVER_INFO] ?? { name: 'unknown', version: '0' },
    ...(instructions === undefined ? {} : { instructions }),
  };
  return createResponse(id, JSON.stringify(greeting));
}

/** Whether a server refuses the revision and names it among those that it speaks: then it is to be asked once more. */
export function isRefusedByMistake(answer: Frame): boolean {
  const { code, data } = asRecord(answer.value('error'));
  const { supported } = asRecord(data);
  return code === UNSUPPORTED_VERSION && Array.isArray(supported) && supported.includes(STATELESS_REVISION);
}

/** The lists of whose changes a server that greeted like this can tell. */
export function tellsChangesOf(greeting: Frame): readonly ChangingList[] {
  const capabilities = asRecord(asRecord(greeting.value('result'))['capabilities']);
  return CHANGING_LISTS.filter((kind) => asRecord(capabilities[kind])['listChanged'] === true);
}

/** The lists whose changes can be told. */
export type ChangingList = 'tools' | 'prompts' | 'resources';
const CHANGING_LISTS: readonly ChangingList[] = ['tools', 'prompts', 'resources'];

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
