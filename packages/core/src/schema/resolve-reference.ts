import { isJsonObject } from './json-object.ts';

/** What a `$ref` within the same schema points at; `undefined` for anything but a JSON pointer that leads somewhere. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  return reference
    .split('/')
    .slice(1)
    .map(decodeSegment)
    .reduce((node: unknown, segment) => toChild(node, segment), root);
}

function toChild(node: unknown, segment: string): unknown {
  if (Array.isArray(node)) return node[Number(segment)];
  return isJsonObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}
