import { readLooseJson } from '@toolyard/core';
import type { HooksFormat } from './hooks-problem.ts';
import { findMemberValue } from './open-hook-text.ts';
import { scanYaml } from './scan-yaml.ts';

/** A hook of a text, by the id that is written there. */
export interface WrittenPlace {
  readonly id: string;
  /** Where it begins. */
  readonly offset: number;
}

/** The hooks of a text that have an id, in its order, also where something is wrong with them or with the text. */
export function listHookPlaces(text: string, format: HooksFormat): readonly WrittenPlace[] {
  if (format === 'yaml') {
    const firsts = new Map<unknown, number>();
    return scanYaml(text).flatMap(({ path, key, value, text: id }) => {
      const [list, index, field] = path;
      if (list !== 'hooks' || typeof index !== 'number') return [];
      const offset = key?.start ?? value?.start;
      if (!firsts.has(index) && offset !== undefined) firsts.set(index, offset);
      const isId = field === 'id' && path.length === 3 && id !== undefined && id !== '';
      return isId ? [{ id, offset: firsts.get(index) ?? 0 }] : [];
    });
  }
  const root = readLooseJson(text);
  const list = root && findMemberValue(root, 'hooks');
  const items = list?.type === 'array' ? (list.children ?? []) : [];
  return items.flatMap((item) => {
    const id = findMemberValue(item, 'id')?.value;
    return typeof id === 'string' && id !== '' ? [{ id, offset: item.offset }] : [];
  });
}
