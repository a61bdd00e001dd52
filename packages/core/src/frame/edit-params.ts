import { addMemberEdits, editMembers, type Edit } from './edit-json.ts';
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

/** The edits that make the changes, added to others; `params` and `_meta` are added where the message has none. */
export function editParams(frame: Frame, { params = NONE, meta }: ParamChanges, edits: Edit[] = []): Edit[] {
  const span = frame.span('params');
  if (span === undefined) {
    const added = meta === undefined ? params : { ...params, _meta: objectText(meta) };
    if (Object.keys(added).length > 0) edits.push(...editMembers(frame.bytes, { params: objectText(added) }));
    return edits;
  }
  const { members, end } = span;
  if (members === undefined) return edits;
  if (meta === undefined) return addMemberEdits(edits, { members, end }, params);
  const metaSpan = members.get('_meta');
  if (metaSpan?.members === undefined) {
    return addMemberEdits(edits, { members, end }, { ...params, _meta: metaTextFor(frame, metaSpan, meta) });
  }
  addMemberEdits(edits, { members, end }, params);
  return addMemberEdits(edits, { members: metaSpan.members, end: metaSpan.end }, meta);
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
