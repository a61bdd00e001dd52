import type { Member } from './members.ts';
import { decodeSpan } from './scan-json.ts';

/** The JSON text of an object with these members except for some; the values of the others stay as they were sent. */
export function toTextWithout(bytes: Uint8Array, members: Iterable<Member>, names: readonly string[]): string {
  const kept = [...members].filter(({ name }) => !names.includes(name));
  return `{${kept.map((member) => `${JSON.stringify(member.name)}:${decodeSpan(bytes, member)}`).join(',')}}`;
}
