import { createLocator, type JsonPath, type SourceNode, toJsonPath } from '@toolyard/core';

/** Where something stands in a hooks file. */
export interface HookPlace {
  /** Such as `$.hooks[0].trigger`. */
  readonly path: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/** Knows where the hooks of a file stand. */
export interface HookPlaces {
  /** The place of a value of a hook, by the hook's id; line and column are those of what is around it where it is absent. */
  locate(hook: string, path?: JsonPath): HookPlace;
}

/** Creates the places of a text, from its root and the position of each hook in it. */
export function createHookPlaces(
  text: string,
  root: SourceNode | undefined,
  indexes: ReadonlyMap<string, number>,
): HookPlaces {
  const toPosition = createLocator(text);
  return {
    locate: (hook, inside = []) => {
      const index = indexes.get(hook);
      const path = index === undefined ? [] : ['hooks', index, ...inside];
      return { path: toJsonPath(path), ...toPosition(findNearestNode(root, path)?.offset ?? 0) };
    },
  };
}

function findNearestNode(root: SourceNode | undefined, path: JsonPath): SourceNode | undefined {
  let node = root;
  for (const step of path) {
    const next = node && findChild(node, step);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function findChild({ type, children = [] }: SourceNode, step: string | number): SourceNode | undefined {
  if (type === 'array') return children[Number(step)];
  return children.find((property) => property.children?.[0]?.value === step)?.children?.[1];
}
