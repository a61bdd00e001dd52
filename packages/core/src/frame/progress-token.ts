import type { Frame } from './frame.ts';
import { readId, type RequestId } from './request-id.ts';
import { scanObject } from './scan-json.ts';

/**
 * What a client wants to hear of the progress of a request by; `undefined` where it wants to hear nothing, and where its
 * `_meta` names a member twice, which says nothing for certain.
 */
export function progressTokenOf(request: Frame): RequestId | undefined {
  const meta = request.paramSpan('_meta');
  const span = meta && scanObject(request.bytes, meta.start)?.members.get('progressToken');
  return span && readId(request.bytes, span);
}
