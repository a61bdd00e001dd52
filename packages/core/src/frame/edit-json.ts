import { EditedBytes, lengthOf } from './edited-bytes.ts';
import { encodeText } from './encode-text.ts';
import { scanObject, type ScannedObject, type Span } from './scan-json.ts';

/** One replacement in a JSON text: the bytes of `span` give way to `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/**
 * The edits that set members of an object to the given JSON texts: present ones are replaced, others added.
 *
 * Editing keeps what was not named byte for byte: numbers too large for JavaScript, the order of members, white space.
 */
export function editMembers(bytes: Uint8Array, members: Readonly<Record<string, string>>): Edit[] {
  const scanned = scanObject(bytes);
  return scanned === undefined ? [] : addMemberEdits([], scanned, members);
}

/** Adds the same edits to others, where it is known already what the object has and where it ends. */
export function addMemberEdits(
  edits: Edit[],
  { members: known, end }: ScannedObject,
  members: Readonly<Record<string, string>>,
): Edit[] {
  let added = '';
  for (const name of Object.keys(members)) {
    const text = members[name] ?? '';
    const present = known.get(name);
    if (present === undefined) added += `${added === '' && known.size === 0 ? '' : ','}${JSON.stringify(name)}:${text}`;
    else edits.push({ span: present, text });
  }
  if (added !== '') edits.push({ span: { start: end - 1, end: end - 1 }, text: added });
  return edits;
}

/** A copy of `bytes` with all edits made; edits must not overlap, their order does not matter. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = inOrder(edits);
  const output = new EditedBytes(sizeOf(bytes, ordered));
  let from = 0;
  for (const { span, text } of ordered) {
    output.copy(bytes, from, span.start);
    output.put(text);
    from = span.end;
  }
  output.copy(bytes, from, bytes.length);
  return output.bytes;
}

function sizeOf(bytes: Uint8Array, edits: readonly Edit[]): number {
  let size = bytes.length;
  for (const { span, text } of edits) size += lengthOf(text) - (span.end - span.start);
  return size;
}

/** Edits mostly come in the order of the text, and sorting costs more than all else that is done with them. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const isOrdered = edits.every((edit, index) => index === 0 || (edits[index - 1]?.span.start ?? 0) <= edit.span.start);
  return isOrdered ? edits : edits.toSorted((left, right) => left.span.start - right.span.start);
}

/** The JSON text of an object with members set to the given JSON texts, everything else as it was. */
export function setMembers(json: string, members: Readonly<Record<string, string>>): string {
  const bytes = encodeText(json);
  const edits = editMembers(bytes, members);
  return new TextDecoder().decode(applyEdits(bytes, edits));
}
