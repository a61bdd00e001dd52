import { createNotification, HANDSHAKE_REVISIONS, ToolyardError, type ServerIntroduction } from '@toolyard/core';
import { requestAnswer } from './request-answer.ts';
import type { Exchange } from './create-exchange.ts';

/** Who makes a handshake. */
export interface HandshakeCaller {
  readonly client: { readonly name: string; readonly version: string };
  /** What the server may ask; nothing where absent. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Sent along as `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Makes the `initialize` handshake; rejects where the server refuses or speaks a revision Toolyard does not know. */
export async function performHandshake(
  exchange: Exchange,
  caller: HandshakeCaller,
  signal: AbortSignal,
): Promise<ServerIntroduction> {
  const { client, capabilities = {}, meta } = caller;
  const params = { protocolVersion: HANDSHAKE_REVISIONS[0], capabilities, clientInfo: client, _meta: meta };
  const answer = await requestAnswer(exchange, { method: 'initialize', params, signal });
  const greeting = parseGreeting(answer.value('result'));
  if (!HANDSHAKE_REVISIONS.includes(greeting.protocolVersion)) {
    const known = HANDSHAKE_REVISIONS.join(', ');
    const message = `it uses protocol revision "${greeting.protocolVersion}"; Toolyard supports ${known}`;
    throw new ToolyardError('protocol-error', message);
  }
  exchange.notify(createNotification('notifications/initialized'));
  return greeting;
}

function parseGreeting(result: unknown): ServerIntroduction {
  const { protocolVersion, capabilities, instructions } = asRecord(result);
  if (typeof protocolVersion !== 'string') {
    throw new ToolyardError('protocol-error', 'its answer to "initialize" has no protocolVersion');
  }
  return {
    protocolVersion,
    capabilities: asRecord(capabilities),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
