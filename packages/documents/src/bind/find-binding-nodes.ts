import type { SourceNode } from '@toolyard/core';
import { readYaml } from '@toolyard/core/yaml';

const LIMITS = { depth: 64, values: 100_000, issues: 1 };

/** A key of a mapping with its value. */
export interface Property {
  readonly key: SourceNode;
  readonly value: SourceNode;
}

/** Where in frontmatter the bindings stand; what is not written is absent. */
export interface BindingNodes {
  readonly root?: SourceNode;
  /** `toolyard`. */
  readonly settings?: Property;
  /** `bindings` in it. */
  readonly list?: Property;
}

/** Finds the bindings in the text of frontmatter without errors. */
export function findBindingNodes(yaml: string): BindingNodes {
  const { node: root } = readYaml(yaml, LIMITS);
  const settings = root && findProperty(root, 'toolyard');
  const list = settings && findProperty(settings.value, 'bindings');
  return { ...(root && { root }), ...(settings && { settings }), ...(list && { list }) };
}

/** The property of a mapping that has this key. */
export function findProperty({ children = [] }: SourceNode, name: string): Property | undefined {
  for (const { children: [key, value] = [] } of children) {
    if (key?.value === name && value !== undefined) return { key, value };
  }
  return undefined;
}

/** Whether a mapping or list is written in braces or brackets. */
export function isFlow(yaml: string, { offset }: SourceNode): boolean {
  return yaml[offset] === '{' || yaml[offset] === '[';
}

/** Where a value ends, without the line breaks and spaces that may follow it. */
export function endOfValue(yaml: string, { offset, length }: SourceNode): number {
  return offset + yaml.slice(offset, offset + length).trimEnd().length;
}
