import type { BackendFeatures } from './task-backend.ts';

const UNDESCRIBED: BackendFeatures = { isDescribed: false, has: () => false, takes: () => false };

/** Reads an OpenAPI document; anything else says nothing. */
export function parseFeatures(document: unknown): BackendFeatures {
  const paths = memberOf(document, 'paths');
  if (typeof paths !== 'object' || paths === null) return UNDESCRIBED;
  const byPath = new Map(Object.entries(paths).map(([path, item]) => [toCommonPath(path), item as unknown]));
  const find = (method: string, path: string): unknown =>
    memberOf(byPath.get(toCommonPath(path)), method.toLowerCase());
  return {
    isDescribed: true,
    has: (method, path) => find(method, path) !== undefined,
    takes(method, path, parameter) {
      const operation = find(method, path);
      if (operation === undefined) return false;
      const given = [operation, byPath.get(toCommonPath(path))].flatMap((place) =>
        listOf(memberOf(place, 'parameters')),
      );
      return given.some((entry) => nameOf(document, entry) === parameter.toLowerCase());
    },
  };
}

/** `/tasks/{task_id}/` is `/tasks/{}`. */
function toCommonPath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<!\/)\/+$/, '');
}

function nameOf(document: unknown, parameter: unknown): string | undefined {
  const reference = memberOf(parameter, '$ref');
  const found = typeof reference === 'string' ? follow(document, reference) : parameter;
  const name = memberOf(found, 'name');
  return typeof name === 'string' ? name.toLowerCase() : undefined;
}

function follow(document: unknown, reference: string): unknown {
  let place = document;
  for (const step of reference.replace(/^#\//, '').split('/')) place = memberOf(place, step);
  return place;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
