import { editKnownMembers, editMembers, type Edit } from './edit-json.ts';
import type { Frame } from './frame.ts';
import type { Member } from './members.ts';

/** JSON texts by the names of members. */
type Texts = Readonly<Record<string, string>>;

/** Members to set in a request's `params` and in their `_meta`, as JSON texts. */
export interface ParamChanges {
  readonly params?: Texts | undefined;
  readonly meta?: Texts | undefined;
}

const NONE: Texts = {};

/** The edits that make the changes; `params` and `_meta` are added where the message has none. */
export function editParams(frame: Frame, { params = NONE, meta }: ParamChanges): Edit[] {
  const span = frame.span('params');
  if (span === undefined) return addParams(frame, meta === undefined ? params : { ...params, _meta: objectText(meta) });
  const known = span.members;
  if (known === undefined) return [];
  if (meta === undefined) return editKnownMembers(known, span.end, params);
  const metaSpan = known.get('_meta');
  if (metaSpan?.members === undefined) {
    return editKnownMembers(known, span.end, { ...params, _meta: metaTextFor(frame, metaSpan, meta) });
  }
  const edits = editKnownMembers(known, span.end, params);
  edits.push(...editKnownMembers(metaSpan.members, metaSpan.end, meta));
  return edits;
}

function addParams({ bytes }: Frame, params: Texts): Edit[] {
  if (Object.keys(params).length === 0) return [];
  return editMembers(bytes, { start: 0, end: bytes.length }, { params: objectText(params) });
}

/** A `_meta` that is no object carries nothing; one that names a member twice cannot be edited, so it is written anew. */
function metaTextFor(frame: Frame, span: Member | undefined, meta: Texts): string {
  const isObject = span !== undefined && frame.bytes[span.start] === 0x7b;
  return isObject ? rewrite(frame.param('_meta'), meta) : objectText(meta);
}

/** A progress token is left out unless it is set: the sender's own could be that of another request on the next link. */
function rewrite(value: unknown, members: Texts): string {
  const { progressToken: _, ...kept }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const texts = Object.entries(kept).map(([name, member]) => [name, JSON.stringify(member)]);
  return objectText({ ...Object.fromEntries(texts), ...members });
}

function objectText(members: Texts): string {
  let text = '{';
  for (const name of Object.keys(members)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${members[name]}`;
  }
  return `${text}}`;
}
