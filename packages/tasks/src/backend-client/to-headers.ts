import type { ExchangeRequest } from './backend-exchange.ts';

/** The headers that a request shows to a backend. */
export function toHeaders(request: ExchangeRequest, serviceToken: string): Record<string, string> {
  const { user, idempotencyKey, ifVersion, requestId, body } = request;
  return {
    accept: 'application/json',
    'x-request-id': requestId,
    authorization: `Bearer ${serviceToken}`,
    ...(user === undefined ? {} : { 'x-user-id': user }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifVersion === undefined ? {} : { 'if-match': `"${ifVersion}"` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}
