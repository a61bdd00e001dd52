export { findUnencrypted } from './find-unencrypted.ts';
export { DEFAULT_ADDRESS, WEBHOOK_PORT } from './http-options.ts';
export type { HttpAddress, HttpOptions } from './http-options.ts';
export { openHttp } from './open-http.ts';
export type { Http } from './open-http.ts';
export { toUrlHost } from './to-url-host.ts';
