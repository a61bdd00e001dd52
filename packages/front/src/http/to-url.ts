import type { IncomingMessage } from 'node:http';

/** The address of a request; `undefined` where it is no URL. Only its path counts: which host was meant is for the request guard to decide. */
export function toUrl({ url = '' }: IncomingMessage): URL | undefined {
  const text = `http://localhost${url.startsWith('/') ? url : '/'}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
