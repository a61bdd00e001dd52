import { isJsonObject } from '@toolyard/core';
import { parseTemplate, type TemplatePart } from './parse-template.ts';
import { readValue } from './read-value.ts';
import { toText } from './to-text.ts';

/** What became of a template; `missing` tells a value that is not there from a template that is wrong. */
export type ExpandedTemplate =
  | { readonly value: unknown }
  | { readonly problems: readonly string[]; readonly missing: boolean };

/**
 * Puts values into every text of a template, once: what was put in is never read again. A text that is nothing but
 * `{name}` becomes the value itself; names of fields stay as they are.
 */
export function expandTemplate(template: unknown, context: unknown): ExpandedTemplate {
  if (typeof template === 'string') return expandParts(template, context);
  if (Array.isArray(template)) {
    const items = template.map((item) => expandTemplate(item, context));
    return join(items, (values) => values);
  }
  if (!isJsonObject(template)) return { value: template };
  const names = Object.keys(template);
  const members = names.map((name) => expandTemplate(template[name], context));
  return join(members, (values) => Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])));
}

/** A template as a text, e.g. an argument of a program. */
export function expandText(
  template: string,
  context: unknown,
): { readonly text: string } | { readonly problems: readonly string[] } {
  const expanded = expandParts(template, context);
  if ('problems' in expanded) return expanded;
  // A lone null is the one value that has no text.
  return expanded.value === null ? { problems: [sayMissing(template.slice(1, -1))] } : { text: toText(expanded.value) };
}

function expandParts(template: string, context: unknown): ExpandedTemplate {
  const parsed = parseTemplate(template);
  if ('problem' in parsed) return { problems: [parsed.problem], missing: false };
  const [first, second] = parsed.parts;
  const isLone = first !== undefined && second === undefined && 'name' in first;
  const parts = parsed.parts.map((part) => expandPart(part, context, isLone));
  return join(parts, (values) => (isLone ? values[0] : values.map(toText).join('')));
}

function expandPart(part: TemplatePart, context: unknown, isLone: boolean): ExpandedTemplate {
  if ('text' in part) return { value: part.text };
  const value = readValue(context, part.path);
  // Nobody wants to read "null" in a sentence.
  const isMissing = value === undefined || (value === null && !isLone);
  return isMissing ? { problems: [sayMissing(part.name)], missing: true } : { value };
}

/** What a mapping says about a context value that is not there. */
export function sayMissing(name: string): string {
  return `"${name}" has no value for this event`;
}

function join(parts: readonly ExpandedTemplate[], toValue: (values: readonly unknown[]) => unknown): ExpandedTemplate {
  const failed = parts.filter((part) => 'problems' in part);
  if (failed.length > 0) {
    const problems = [...new Set(failed.flatMap((part) => part.problems))];
    return { problems, missing: failed.every((part) => part.missing) };
  }
  return { value: toValue(parts.map((part) => ('value' in part ? part.value : undefined))) };
}
