import type { Frame } from './frame.ts';
import { readId, type RequestId } from './request-id.ts';

/**
 * What a client wants to hear of the progress of a request by; `undefined` where it wants to hear nothing, and where its
 * `_meta` names a member twice, which says nothing for certain.
 */
export function progressTokenOf(request: Frame): RequestId | undefined {
  const span = request.meta?.get('progressToken');
  return span && readId(request.bytes, span);
}
