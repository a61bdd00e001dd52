import { isJsonObject } from '@toolyard/core';
import { valuesOfEvent } from '../event/values-of-event.ts';
import { checkContextName } from '../map/check-context-name.ts';
import type { MappingProblem } from '../map/check-mappings.ts';
import { parseContextPath } from '../map/parse-context-path.ts';
import { parseTemplate } from '../map/parse-template.ts';
import { explainDeadGlob } from '../match/explain-dead-glob.ts';
import { templatesOf } from '../hook/rules-of.ts';
import { findAgentDoubts } from './find-agent-doubts.ts';
import type { Action, Condition, CustomAction, Hook, ParameterMapping, Trigger } from '../hook/hook.ts';

type Path = readonly (string | number)[];

/** A text of a hook that names values, and whether a run fails where one of them is missing. */
interface Naming {
  readonly path: Path;
  readonly template?: string;
  readonly names: readonly string[];
  readonly isNeeded: boolean;
}

/** What a hook says that is allowed and hardly meant: values that its event never has, globs that match nothing, wrong braces. */
export function findDoubts({ trigger, action }: Pick<Hook, 'trigger' | 'action'>): readonly MappingProblem[] {
  const namings = [...namingsOfTrigger(trigger), ...namingsOfAction(action)];
  const doubts = [
    findAgentDoubts(trigger),
    ...(trigger.paths ?? []).map((glob, index) => toDoubt(['trigger', 'paths', index], explainDeadGlob(glob))),
    ...namings.flatMap(({ path, names, isNeeded }) =>
      isNeeded ? names.map((name) => toDoubt(path, explainAbsent(name, trigger))) : [],
    ),
    ...namings.map(({ path, template = '' }) => toDoubt(path, explainBraces(template))),
  ];
  return doubts.flat();
}

function toDoubt(path: Path, message: string | undefined): readonly MappingProblem[] {
  return message === undefined ? [] : [{ path, message, severity: 'warning' }];
}

function explainAbsent(name: string, trigger: Trigger): string | undefined {
  const known = valuesOfEvent(trigger);
  const root = String(parseContextPath(name)?.[0] ?? name);
  if (known === undefined || known.includes(root)) return undefined;
  return `"${name}" has no value for ${trigger.event}, unless the event is entered by hand with one; this event has ${known.join(', ')}`;
}

/** Other template languages write a value with two braces, or with a dollar sign. */
function explainBraces(template: string): string | undefined {
  const [doubled, name = ''] = /\{\{\s*([^{}\s]+)\s*\}\}/.exec(template) ?? [];
  if (doubled !== undefined && checkContextName(name) === undefined) {
    return `"${doubled}" is a text in braces; "{${name}}" is the value`;
  }
  const [dollar, other = ''] = /\$\{([^{}]+)\}/.exec(template) ?? [];
  return dollar === undefined
    ? undefined
    : `"${dollar}" is a dollar sign and the value; "{${other}}" is the value alone`;
}

function namingsOfTrigger({ if: conditions = {} }: Trigger): readonly Naming[] {
  return Object.entries(conditions).map(([name, condition]) => ({
    path: ['trigger', 'if', name],
    names: [name],
    isNeeded: !asksForAbsence(condition),
  }));
}

function asksForAbsence(condition: Condition): boolean {
  return isJsonObject(condition) && (condition['exists'] === false || condition['not'] !== undefined);
}

function namingsOfAction(action: Action): readonly Naming[] {
  const base = ['action', 'parameters'];
  switch (action.type) {
    case 'mcp':
      return action.parameters.parameterMappings.flatMap((mapping, index) =>
        namingsOfMapping(mapping, [...base, 'parameterMappings', index, 'value']),
      );
    case 'custom':
      return namingsOfProgram(action, base);
    default:
      return templatesOf(action).flatMap(([name, value]) => textsIn(value, [...base, name]));
  }
}

function namingsOfProgram({ parameters }: CustomAction, base: Path): readonly Naming[] {
  const words = parameters.args.map((text, index) => toNaming([...base, 'args', index], text));
  const variables = Object.entries(parameters.env ?? {}).map(([name, text]) => toNaming([...base, 'env', name], text));
  return [...words, ...variables];
}

function namingsOfMapping({ source, value, default: fallback }: ParameterMapping, path: Path): readonly Naming[] {
  const isNeeded = fallback === undefined;
  if (source === 'context') return [{ path, names: [String(value)], isNeeded }];
  return source === 'template' ? textsIn(value, path).map((naming) => ({ ...naming, isNeeded })) : [];
}

function textsIn(value: unknown, path: Path): readonly Naming[] {
  if (typeof value === 'string') return [toNaming(path, value)];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

function toNaming(path: Path, template: string): Naming {
  const parsed = parseTemplate(template);
  const names = 'parts' in parsed ? parsed.parts.flatMap((part) => ('name' in part ? [part.name] : [])) : [];
  return { path, template, names: [...new Set(names)], isNeeded: true };
}
