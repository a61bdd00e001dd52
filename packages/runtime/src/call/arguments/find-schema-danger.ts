import { createPattern } from './create-pattern.ts';
import { isJsonObject, resolveReference } from '@toolyard/core';

const MAX_COST = 1_000_000;

/** Why a schema had better not be used for validation, as a sentence part; `undefined` where nothing speaks against it. */
export function findSchemaDanger(schema: unknown): string | undefined {
  const costs = new Map<object, number>();
  let danger: string | undefined;

  // References are counted as often as they are followed: 30 levels of "one of twice the next level" are a million tests.
  function measure(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 0;
    const known = costs.get(node);
    if (known !== undefined) return known;
    costs.set(node, 0);
    const cost = 1 + measureChildren(node);
    costs.set(node, cost);
    return cost;
  }

  function measureChildren(node: object): number {
    let sum = 0;
    for (const child of Object.values(node)) sum += measure(child);
    if (!isJsonObject(node)) return sum;
    const { $ref, patternProperties } = node;
    const wrong = Object.keys(isJsonObject(patternProperties) ? patternProperties : {}).find(
      (key) => !createPattern(key),
    );
    if (wrong !== undefined) danger = `its pattern ${JSON.stringify(wrong.slice(0, 60))} is wrong or may take for ever`;
    return typeof $ref === 'string' ? sum + measure(resolveReference(schema, $ref)) : sum;
  }

  return measure(schema) > MAX_COST ? 'it has too many alternatives' : danger;
}
