import type { Layout } from './edited-text.ts';

/** JSON as people write it: members on lines of their own, lists of plain values on one line. */
export function formatValue(value: unknown, indent: string, layout: Layout): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  if (Array.isArray(value)) {
    const items = value.map((item) => formatValue(item, inner, layout));
    if (items.every((item) => !item.includes('\n') && !item.includes('\r'))) return `[${items.join(', ')}]`;
    return `[${joinLines(items, indent, layout)}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${formatValue(member, inner, layout)}`);
  return members.length === 0 ? '{}' : `{${joinLines(members, indent, layout)}}`;
}

/** JSON on one line. */
export function formatInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function joinLines(parts: readonly string[], indent: string, { eol, unit }: Layout): string {
  return `${parts.map((part) => `${eol}${indent}${unit}${part}`).join(',')}${eol}${indent}`;
}
