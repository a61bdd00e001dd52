import { isJsonObject, parsePointer, quoteName, resolveReference } from '@toolyard/core';
import type { Fault } from './compile-schema.ts';
import { describeChoices, describeType, describeValue } from './describe-value.ts';

/**
 * Puts one fault in the place of all those that the branches of an `anyOf` or `oneOf` gave.
 *
 * Where only one branch was meant, as far as types and constants tell, the faults of that branch stay instead.
 */
export function mergeAlternatives(faults: readonly Fault[], root: unknown): readonly Fault[] {
  const merged: Fault[] = [];
  for (const fault of faults) {
    if (fault.keyword === 'anyOf' || fault.keyword === 'oneOf') replaceBranchFaults(merged, fault, root);
    else if (fault.keyword !== 'if') merged.push(fault);
  }
  return merged;
}

interface Branch {
  /** All schemas that can report a fault of this branch. */
  readonly parts: ReadonlySet<object>;
  readonly faults: Fault[];
}

/** A validator reports the branches one after the other, and then the alternative itself. */
function replaceBranchFaults(merged: Fault[], fault: Fault, root: unknown): void {
  const branches = toList(fault.schema).map((schema): Branch => ({ parts: collectParts(schema, root), faults: [] }));
  for (let last = merged.at(-1); last !== undefined; last = merged.at(-1)) {
    const found = last;
    const owners = branches.filter(({ parts }) => found.parentSchema && parts.has(found.parentSchema));
    if (owners.length === 0 || !found.instancePath.startsWith(fault.instancePath)) break;
    for (const owner of owners) owner.faults.unshift(found);
    merged.pop();
  }
  const meant = branches.filter(({ faults }) => faults.length > 0 && !faults.some((found) => isMismatch(found, fault)));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) merged.push(...only.faults);
  else merged.push({ ...fault, message: summarise(fault, meant, root) });
}

/** The branch was not meant: the value's type is another one, or a constant in it tells that it is of another kind. */
function isMismatch(found: Fault, alternative: Fault): boolean {
  const depth = found.instancePath.slice(alternative.instancePath.length).split('/').length - 1;
  if (found.keyword === 'type') return depth === 0;
  return (found.keyword === 'const' || found.keyword === 'enum') && depth <= 1;
}

function summarise(fault: Fault, meant: readonly Branch[], root: unknown): string {
  if (fault.keyword === 'oneOf' && Array.isArray(fault.params['passingSchemas'])) {
    return 'matches more than one of the allowed forms, and must match exactly one';
  }
  if (meant.length > 1 && meant.every(({ faults }) => faults.every(({ keyword }) => keyword === 'required'))) {
    const needs = meant.map(({ faults }) => faults.map(({ params }) => quoteName(String(params['missingProperty']))));
    return `needs ${needs.map((names) => names.join(' and ')).join(' or ')}`;
  }
  const schemas = toList(fault.schema);
  const forms = [...new Set(schemas.map((schema) => describeForm(schema, root)))];
  const got = describeValue(fault.data, parsePointer(fault.instancePath));
  if (forms.includes(undefined) || forms.length < 2) return `matches none of the ${schemas.length} allowed forms`;
  return `must be ${forms.join(' or ')}, got ${got}`;
}

function describeForm(schema: unknown, root: unknown): string | undefined {
  const target =
    isJsonObject(schema) && typeof schema['$ref'] === 'string' ? resolveReference(root, schema['$ref']) : schema;
  if (!isJsonObject(target)) return undefined;
  if ('const' in target) return describeChoices([target['const']]);
  if (Array.isArray(target['enum'])) return `one of ${describeChoices(target['enum'])}`;
  const types: unknown = target['type'];
  if (Array.isArray(types)) return types.map(describeType).join(' or ');
  return typeof types === 'string' ? describeType(types) : undefined;
}

/** All objects inside a schema, with those that its references lead to. */
function collectParts(schema: unknown, root: unknown): ReadonlySet<object> {
  const parts = new Set<object>();
  const open = [schema];
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null || parts.has(node)) continue;
    parts.add(node);
    open.push(...Object.values(node));
    if (isJsonObject(node) && typeof node['$ref'] === 'string') open.push(resolveReference(root, node['$ref']));
  }
  return parts;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
