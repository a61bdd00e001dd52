import { DEFAULT_ADDRESS, type HttpAddress } from '@toolyard/host/http';

/** Reads `[HOST:]PORT`, with an IPv6 address in brackets; `undefined` where it is none. */
export function parseAddress(text: string): HttpAddress | undefined {
  const [, host = DEFAULT_ADDRESS.host, digits = ''] =
    /^(?:(\[[0-9a-f:.]+\]|[^:[\]\s/]+):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = parsePort(digits);
  return port === undefined ? undefined : { host, port };
}

/** Reads a port; 0 takes a free one. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}
