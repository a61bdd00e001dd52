/**
 * What stands before and after the host in an address as `URL` writes it. A user name may look like another host, so the place of the real
 * one is counted from the end of the authority.
 */
export function splitAddress(url: string, host: string): readonly [before: string, after: string] {
  const start = url.indexOf('//') + 2;
  const length = url.slice(start).search(/[/?#]/);
  const end = length === -1 ? url.length : start + length;
  return [url.slice(0, end - host.length), url.slice(end)];
}
