import { type Change, isJsonObject, type JsonObject, type SourceNode, toCanonicalJson } from '@toolyard/core';
import { isInBrackets } from './edit-block.ts';
import { cutChild, insertChild, setChild } from './edit-source.ts';
import type { EditedList, EditedSource } from './edited-source.ts';

/** A value as it is to be written, and the same with its defaults: what is written and equals its default may stay. */
export interface WantedValue {
  readonly written: unknown;
  readonly full: unknown;
}

/** The changes for the first difference between an object or an array of a text and what is wanted; `undefined` where there is none. */
export function findNextChanges(
  edited: EditedSource,
  list: EditedList,
  wanted: WantedValue,
): readonly Change[] | undefined {
  const { written, full } = wanted;
  if (list.node.type === 'object' && isJsonObject(written)) {
    return changeObject(edited, list, { written, full: isJsonObject(full) ? full : {} });
  }
  return Array.isArray(written) ? changeArray(edited, list, written) : undefined;
}

function changeObject(
  edited: EditedSource,
  list: EditedList,
  { written, full }: { readonly written: JsonObject; readonly full: JsonObject },
): readonly Change[] | undefined {
  const members = new Map((list.node.children ?? []).map((member) => [keyOf(member), member]));
  for (const [key, member] of members) {
    if (Object.hasOwn(written, key)) continue;
    const isDefault = Object.hasOwn(full, key) && isSameJson(toValue(memberValueOf(member)), full[key]);
    if (!isDefault) return cutChild(edited, list, member);
  }
  let after: SourceNode | undefined;
  for (const [key, value] of Object.entries(written)) {
    if (value === undefined) continue;
    const member = members.get(key);
    if (member === undefined) return insertChild(edited, list, { key, value, after });
    const changes = changeChild(edited, list, member, { written: value, full: full[key] });
    if (changes !== undefined) return changes;
    after = member;
  }
  return undefined;
}

function changeArray(
  edited: EditedSource,
  list: EditedList,
  written: readonly unknown[],
): readonly Change[] | undefined {
  const items = list.node.children ?? [];
  const names = items.map((item) => nameOf(toValue(item)));
  const wantedNames = written.map(nameOf);
  for (let index = 0; index < Math.max(items.length, written.length); index++) {
    const item = items[index];
    if (index >= written.length && item !== undefined) return cutChild(edited, list, item);
    const value = written[index];
    const isNew = !names.includes(wantedNames[index] ?? '', index);
    const isGone = !wantedNames.includes(names[index] ?? '', index);
    const after = items[index - 1];
    if (item === undefined) return insertChild(edited, list, { value, after });
    if (names[index] !== wantedNames[index] && !(isNew && isGone)) {
      return isGone || !isNew
        ? cutChild(edited, list, item)
        : insertChild(edited, list, { value, after, isFirst: index === 0 });
    }
    const changes = changeChild(edited, list, item, { written: value, full: value });
    if (changes !== undefined) return changes;
  }
  return undefined;
}

/** What makes an item of a list the same one as before: mappings are known by their parameter. */
function nameOf(value: unknown): string {
  const parameter = isJsonObject(value) ? value['toolParam'] : undefined;
  return typeof parameter === 'string' ? `toolParam ${parameter}` : toCanonicalJson(value);
}

function changeChild(
  edited: EditedSource,
  list: EditedList,
  entry: SourceNode,
  wanted: WantedValue,
): readonly Change[] | undefined {
  const node = memberValueOf(entry);
  const { written } = wanted;
  const isList = node.type === 'array' ? Array.isArray(written) : node.type === 'object' && isJsonObject(written);
  if (isList) {
    return findNextChanges(edited, { node, inFlow: list.inFlow || isInBrackets(edited, list.node) }, wanted);
  }
  return isSameJson(toValue(node), written) ? undefined : setChild(edited, list, { entry, value: written });
}

/** The value that a node of a text has. */
export function toValue(node: SourceNode): unknown {
  const { type, children = [], value } = node;
  if (type === 'array') return children.map(toValue);
  // Entries, since an assignment to `__proto__` would change the object itself.
  return type === 'object'
    ? Object.fromEntries(children.map((member) => [keyOf(member), toValue(memberValueOf(member))]))
    : value;
}

/** The key of a member of an object. */
export function keyOf(member: SourceNode): string {
  return String(member.children?.[0]?.value);
}

/** The value of a member of an object; an item of an array is its own. */
export function memberValueOf(entry: SourceNode): SourceNode {
  return entry.type === 'property' ? (entry.children?.[1] ?? { type: 'null', offset: entry.offset, length: 0 }) : entry;
}

/** Whether two JSON values are the same, whatever the order of members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}
