import { allocateBytes } from './allocate-bytes.ts';
import { encodeText } from './encode-text.ts';
import type { Members } from './members.ts';
import { scanObject, type Span } from './scan-json.ts';
import { toOneLineText } from './to-one-line.ts';

/** One replacement in a JSON text: the bytes of `span` give way to `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/**
 * The edits that set members of the object at `span` to the given JSON texts: present ones are replaced, others added.
 *
 * Editing keeps what was not named byte for byte: numbers too large for JavaScript, the order of members, white space.
 */
export function editMembers(bytes: Uint8Array, span: Span, members: Readonly<Record<string, string>>): Edit[] {
  const scanned = scanObject(bytes, span.start);
  return scanned === undefined ? [] : editKnownMembers(scanned.members, scanned.end, members);
}

/** The same where it is known already what the object has, and where it ends. */
export function editKnownMembers(
  known: Pick<Members, 'get' | 'size'>,
  end: number,
  members: Readonly<Record<string, string>>,
): Edit[] {
  const edits: Edit[] = [];
  const added: string[] = [];
  for (const [name, text] of Object.entries(members)) {
    const present = known.get(name);
    if (present === undefined) added.push(`${JSON.stringify(name)}:${text}`);
    else edits.push({ span: present, text });
  }
  if (added.length > 0) {
    const separator = known.size > 0 ? ',' : '';
    edits.push({ span: { start: end - 1, end: end - 1 }, text: separator + added.join(',') });
  }
  return edits;
}

/** A copy of `bytes` with all edits made; edits must not overlap, their order does not matter. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = inOrder(edits).map(({ span, text }) => ({ span, bytes: encodeText(toOneLineText(text)) }));
  let size = bytes.length;
  for (const edit of ordered) size += edit.bytes.length - (edit.span.end - edit.span.start);
  const result = allocateBytes(size);
  let from = 0;
  let to = 0;
  for (const edit of ordered) {
    result.set(bytes.subarray(from, edit.span.start), to);
    to += edit.span.start - from;
    result.set(edit.bytes, to);
    to += edit.bytes.length;
    from = edit.span.end;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

/** Edits mostly come in the order of the text, and sorting costs more than all else that is done with them. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const isOrdered = edits.every((edit, index) => index === 0 || (edits[index - 1]?.span.start ?? 0) <= edit.span.start);
  return isOrdered ? edits : edits.toSorted((left, right) => left.span.start - right.span.start);
}

/** The JSON text of an object with members set to the given JSON texts, everything else as it was. */
export function setMembers(json: string, members: Readonly<Record<string, string>>): string {
  const bytes = encodeText(json);
  const edits = editMembers(bytes, { start: 0, end: bytes.length }, members);
  return new TextDecoder().decode(applyEdits(bytes, edits));
}
