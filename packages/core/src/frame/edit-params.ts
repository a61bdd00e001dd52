import { editKnownMembers, editMembers, type Edit } from './edit-json.ts';
import type { Frame } from './frame.ts';

/** Members to set in a request's `params` and in their `_meta`, as JSON texts. */
export interface ParamChanges {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
}

/** The edits that make the changes; `params` and `_meta` are added where the message has none. */
export function editParams(frame: Frame, changes: ParamChanges): Edit[] {
  const { params = {}, meta = {} } = changes;
  const paramsSpan = frame.span('params');
  const metaText = Object.keys(meta).length > 0 ? objectText(meta) : undefined;
  if (paramsSpan === undefined) {
    if (metaText === undefined && Object.keys(params).length === 0) return [];
    const members = metaText === undefined ? params : { ...params, _meta: metaText };
    return editMembers(frame.bytes, { start: 0, end: frame.bytes.length }, { params: objectText(members) });
  }
  const known = frame.params;
  if (known === undefined) return [];
  const setParams = (members: Readonly<Record<string, string>>): Edit[] =>
    editKnownMembers(known, paramsSpan.end, members);
  const metaSpan = frame.paramSpan('_meta');
  // A `_meta` that is no object carries nothing, so it may be replaced like a missing one.
  const hasMeta = metaSpan !== undefined && frame.bytes[metaSpan.start] === 0x7b;
  if (metaText === undefined) return setParams(params);
  if (!hasMeta) return setParams({ ...params, _meta: metaText });
  // One that names a member twice cannot be edited, and left as it is the changes would be missing.
  if (metaSpan.members === undefined) return setParams({ ...params, _meta: rewrite(frame.param('_meta'), meta) });
  return [...setParams(params), ...editKnownMembers(metaSpan.members, metaSpan.end, meta)];
}

/** A progress token is left out unless it is set: the sender's own could be that of another request on the next link. */
function rewrite(value: unknown, members: Readonly<Record<string, string>>): string {
  const { progressToken: _, ...kept }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const texts = Object.entries(kept).map(([name, member]) => [name, JSON.stringify(member)]);
  return objectText({ ...Object.fromEntries(texts), ...members });
}

function objectText(members: Readonly<Record<string, string>>): string {
  const texts = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${texts.join(',')}}`;
}
