export { createStdioLink } from './stdio/create-stdio-link.ts';
export type { StdioLinkOptions } from './stdio/create-stdio-link.ts';
export type { AuditedCall, AuditedOutcome } from './session/open-audit.ts';
export { createHttpFront } from './http/create-http-front.ts';
export type { HttpFront, HttpFrontOptions } from './http/create-http-front.ts';
export { createStatusPages } from './http/create-status-pages.ts';
export type { StatusPages, StatusSource } from './http/create-status-pages.ts';
export type { HttpLimits } from './http/http-limits.ts';
export { isLoopback } from './http/is-loopback.ts';
export type { Page, Pages } from './http/page.ts';
export type { AuditedRefusal } from './http/receive-request.ts';
export { createWebhookReception } from './http/webhook/create-webhook-reception.ts';
export type {
  ReceivedWebhook,
  RefusedWebhook,
  WebhookReception,
  WebhookResponse,
} from './http/webhook/create-webhook-reception.ts';
export { createWebhookServer } from './http/webhook/create-webhook-server.ts';
export type { WebhookServer } from './http/webhook/create-webhook-server.ts';
export { splitEras } from './stateless/split-eras.ts';
export type { SplitErasOptions } from './stateless/split-eras.ts';
