import { findJsonPlace, type JsonPath, readLooseJson, type SourceNode, type TextPlace } from '@toolyard/core';
import { toValue } from './find-next-changes.ts';
import { findMemberValue } from './open-hook-text.ts';
import type { HooksFormat } from './hooks-problem.ts';
import { scanYaml } from './scan-yaml.ts';

/** A letter that nobody types: it makes a word of the place where nothing stands yet. */
const CURSOR = '\uE000';

/** Tells which key or value of a hooks file stands at an offset, also while it is being typed; `undefined` where there is none, as in comments. */
export function findPathAt(text: string, format: HooksFormat, offset: number): TextPlace | undefined {
  return format === 'json' ? findJsonPlace(text, offset) : findYamlPlace(text, offset);
}

function findYamlPlace(text: string, offset: number): TextPlace | undefined {
  const line = text.slice(offset).search(/[\r\n]/);
  const end = line < 0 ? text.length : offset + line;
  const marked = text.slice(0, offset) + CURSOR + text.slice(offset, end);
  const holds = (span?: { readonly start: number; readonly end: number }): boolean =>
    span !== undefined && span.start <= offset && offset < span.end;
  const entry = scanYaml(marked).findLast(({ key, value }) => holds(key) || holds(value));
  if (entry === undefined) return undefined;
  const at = holds(entry.key) ? 'key' : 'value';
  const span = at === 'key' ? entry.key : entry.value;
  const path = entry.path.map((step) => (typeof step === 'string' ? step.replace(CURSOR, '') : step));
  return { path, at, start: span?.start ?? offset, end: (span?.end ?? offset + 1) - 1 };
}

/** Looks up values of a hooks file by their path, as texts and as far as they can be read, whatever is wrong with the file. */
export type LooseValues = (path: JsonPath) => string | undefined;

/** Creates the look-up of a text; it knows values without parts alone. */
export function readLooseValues(text: string, format: HooksFormat): LooseValues {
  if (format === 'json') {
    const root = readLooseJson(text);
    return (path) => {
      const node = path.reduce<SourceNode | undefined>((around, step) => around && stepInto(around, step), root);
      return node === undefined || node.children !== undefined ? undefined : String(toValue(node));
    };
  }
  const texts = new Map(scanYaml(text).map((entry) => [JSON.stringify(entry.path), entry.text]));
  return (path) => texts.get(JSON.stringify(path));
}

function stepInto(node: SourceNode, step: string | number): SourceNode | undefined {
  return typeof step === 'number' ? node.children?.[step] : findMemberValue(node, step);
}
