import { locateArgument, type ArgumentPlace } from '@toolyard/core';
import type { ParameterMapping } from '../hook/hook.ts';

/** A mapping, and the argument that it is for. */
export interface PlacedMapping extends ArgumentPlace {
  readonly mapping: ParameterMapping;
  /** Why it cannot stand beside the others. */
  readonly clash?: string;
}

/** Finds the argument that each mapping is for, in their order. */
export function placeMappings(mappings: readonly ParameterMapping[], schema: unknown): readonly PlacedMapping[] {
  const places = mappings.map((mapping) => ({ mapping, ...locateArgument(mapping.toolParam, schema) }));
  const paths = places.map(({ path }) => path);
  return places.map((place, index) => {
    const clash = findClash(index, paths);
    return clash === undefined ? place : { ...place, clash };
  });
}

/** Whether a path leads to a field of what another leads to, or to the same. */
export function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return path.length >= outer.length && outer.every((name, at) => path[at] === name);
}

function findClash(index: number, paths: readonly (readonly string[])[]): string | undefined {
  const path = paths[index] ?? [];
  const others = paths.filter((_, at) => at !== index);
  const isSame = (other: readonly string[]): boolean => other.length === path.length && isWithin(other, path);
  if (paths.slice(0, index).some(isSame)) return 'is mapped more than once';
  return others.some((other) => other.length > path.length && isWithin(other, path))
    ? 'is mapped both as a whole and by its fields'
    : undefined;
}
