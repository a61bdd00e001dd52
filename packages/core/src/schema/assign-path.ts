import { isJsonObject } from './json-object.ts';

/** Sets a field of a field; objects on the way are copied, so that nothing but `target` itself changes. */
export function assignPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  const old = Object.hasOwn(target, name) ? target[name] : undefined;
  const inner = isJsonObject(old) ? { ...old } : {};
  if (rest.length > 0) assignPath(inner, rest, value);
  // A field may be called __proto__.
  const field = { value: rest.length > 0 ? inner : value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(target, name, field);
}
