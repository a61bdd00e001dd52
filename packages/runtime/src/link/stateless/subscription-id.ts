import { readId, toTextWithout, type Frame, type RequestId } from '@toolyard/core';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** The stream that a notification says it belongs to, if it does. */
export function readSubscription(notification: Frame): RequestId | undefined {
  const span = notification.meta?.get(SUBSCRIPTION_ID);
  return span && readId(notification.bytes, span);
}

/** The notification as the handshake era knows it; all else that it holds stays as it was sent. */
export function withoutSubscription(notification: Frame): Frame {
  const span = notification.paramSpan('_meta');
  if (span === undefined) return notification;
  const text = toTextWithout(notification.bytes, span.members ?? [], [SUBSCRIPTION_ID]);
  return notification.edited([{ span, text }]);
}
