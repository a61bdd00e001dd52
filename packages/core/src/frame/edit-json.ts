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

/**
 * A copy of `bytes` with all edits made; edits must not overlap, their order does not matter.
 *
 * Every message that is passed on comes through here, mostly a short one with a few short edits. A view of a part of an
 * array costs more than to copy such a part byte by byte, so there is only the one of the result.
 */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = inOrder(edits);
  const texts = ordered.map(({ text }) => (isPlain(text) ? text : encodeText(toOneLineText(text))));
  let size = bytes.length;
  for (const [index, { span }] of ordered.entries()) size += (texts[index]?.length ?? 0) - (span.end - span.start);
  const result = allocateBytes(size);
  let from = 0;
  let to = 0;
  for (const [index, { span }] of ordered.entries()) {
    const text = texts[index] ?? '';
    to = copyBytes(bytes, { start: from, end: span.start }, result, to);
    to =
      typeof text === 'string'
        ? putText(text, result, to)
        : copyBytes(text, { start: 0, end: text.length }, result, to);
    from = span.end;
  }
  copyBytes(bytes, { start: from, end: bytes.length }, result, to);
  return result;
}

/** Longer parts are copied as one. */
const FEW_BYTES = 64;

function copyBytes(source: Uint8Array, { start, end }: Span, target: Uint8Array, to: number): number {
  if (end - start > FEW_BYTES) target.set(source.subarray(start, end), to);
  else for (let at = start; at < end; at++) target[to + at - start] = source[at] ?? 0;
  return to + end - start;
}

/** Whether a text is short and all in ASCII, without line breaks. */
function isPlain(text: string): boolean {
  if (text.length > LONGEST_PLAIN) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

const LONGEST_PLAIN = 256;

function putText(text: string, target: Uint8Array, to: number): number {
  for (let at = 0; at < text.length; at++) target[to + at] = text.charCodeAt(at);
  return to + text.length;
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
