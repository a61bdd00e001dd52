import type { Node } from 'jsonc-parser';
import { membersOf } from './edited-text.ts';

/** The member at a path below an object: its key and its value; the last one where a key stands there twice. */
export function findMember(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  let member: Node | undefined;
  for (const key of path) {
    if (node?.type !== 'object') return undefined;
    member = membersOf(node, key).at(-1);
    node = member?.children?.[1];
  }
  return member;
}
