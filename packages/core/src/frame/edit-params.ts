import { editMembers, ObjectEdits, type Edit, type MemberTexts } from './edit-json.ts';
import type { Frame } from './frame.ts';
import type { Member } from './members.ts';

/** Members to set in a request's `params` and in their `_meta`, as JSON texts. */
export interface ParamChanges {
  readonly params?: MemberTexts | undefined;
  readonly meta?: MemberTexts | undefined;
}

const NONE: MemberTexts = {};

/**
 * The edits that make the changes, added to others, which must not be of `params`; `params` and `_meta` are added where the
 * message has none.
 */
export function editParams(frame: Frame, { params = NONE, meta }: ParamChanges, edits: Edit[] = []): Edit[] {
  const span = frame.span('params');
  if (span === undefined) {
    const added = meta === undefined ? params : { ...params, _meta: objectText(meta) };
    if (Object.keys(added).length > 0) edits.push(...editMembers(frame.bytes, { params: objectText(added) }));
    return edits;
  }
  const { members, end } = span;
  if (members === undefined) return edits;
  const ofParams = new ObjectEdits(edits, { members, end });
  ofParams.setAll(params);
  if (meta === undefined) return edits;
  const metaSpan = members.get('_meta');
  const known = metaSpan?.members;
  if (known === undefined) ofParams.set('_meta', metaTextFor(frame, metaSpan, meta));
  else new ObjectEdits(edits, { members: known, end: metaSpan?.end ?? 0 }).setAll(meta);
  return edits;
}

/** A `_meta` that is no object carries nothing; one that names a member twice cannot be edited, so it is written anew. */
function metaTextFor(frame: Frame, span: Member | undefined, meta: MemberTexts): string {
  const isObject = span !== undefined && frame.bytes[span.start] === 0x7b;
  return isObject ? rewrite(frame.param('_meta'), meta) : objectText(meta);
}

/** A progress token is left out unless it is set: the sender's own could be that of another request on the next link. */
function rewrite(value: unknown, members: MemberTexts): string {
  const { progressToken: _, ...kept }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const texts = Object.entries(kept).map(([name, member]) => [name, JSON.stringify(member)]);
  return objectText({ ...Object.fromEntries(texts), ...members });
}

function objectText(members: MemberTexts): string {
  let text = '{';
  for (const name of Object.keys(members)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${members[name]}`;
  }
  return `${text}}`;
}
