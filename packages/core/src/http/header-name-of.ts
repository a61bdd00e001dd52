import type { Frame } from '../frame/frame.ts';

const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** What the header `Mcp-Name` repeats of a request of the stateless revision; `undefined` where there is nothing to. */
export function headerNameOf(request: Frame): string | undefined {
  const member = NAMED_BY.get(request.method ?? '');
  const name = member === undefined ? undefined : request.param(member);
  return typeof name === 'string' ? name : undefined;
}
