import type { ConfigProblem } from './config-problem.ts';
import { type Configuration, type ServerDefinition, type Settings } from './configuration.ts';
import { createReporter } from './create-reporter.ts';
import { createExpander } from './create-expander.ts';
import type { VariableSource } from './expand-variables.ts';
import { findNearest } from '../text/find-nearest.ts';
import type { ConfigInput } from './config-input.ts';
import { parseInputs } from './parse-inputs.ts';
import { parseJsonText } from './parse-json-text.ts';
import { parseServer } from './parse-server.ts';
import { toInputVariable } from './to-input-variable.ts';
import type { PathContext } from './path-context.ts';
import { type ConfigMember, type Place, type ReadContext, readMembers } from './place.ts';
import { readFields } from './read-shape.ts';
import { SETTINGS_FIELDS } from './settings-fields.ts';

/** What a file's meaning depends on besides its text. */
export interface ParseContext extends PathContext {
  /** Absent: variables stay in the text as they are written. */
  readonly variables?: VariableSource;
  /** Servers that are used whatever the file says, so that variables are put into them too. */
  readonly isUsed?: (key: string) => boolean;
}

/** What a text says, and everything that is wrong with it. */
export interface ParsedConfiguration {
  /** Absent where there is a problem, unless all problems are variables that servers miss, which those servers name. */
  readonly configuration?: Configuration;
  /** In the order of the text. */
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
  /** All that the text declares. */
  readonly inputs: readonly ConfigInput[];
  /** Inputs that have no value yet, of enabled servers that miss nothing else. */
  readonly inputsNeeded: readonly ConfigInput[];
}

/** The keys under which servers may stand. */
export const SERVER_SECTIONS: readonly string[] = ['mcpServers', 'servers'];

/** Reads the text of a configuration file; never throws, and reports all that is wrong at once. */
export function parseConfiguration(text: string, context: ParseContext): ParsedConfiguration {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reporter = createReporter(source);
  const openInputs = new Map<string, Set<string>>();
  const node = parseJsonText(source, reporter);
  const root = node && readRoot({ node, path: [], around: 0 }, { reporter }, { ...context, openInputs });
  const { configuration, inputs = new Map<string, ConfigInput>() } = root ?? {};
  return {
    ...(configuration !== undefined && reporter.count === 0 && { configuration }),
    problems: reporter.problems(),
    warnings: reporter.warnings(),
    inputs: [...inputs.values()],
    inputsNeeded: findNeeded(configuration, openInputs).map((id) => inputs.get(id) ?? { id, password: false }),
  };
}

/** Nobody is asked for what would not be enough. */
function findNeeded(configuration: Configuration | undefined, openInputs: RootContext['openInputs']): string[] {
  const needed = (configuration?.servers ?? []).flatMap(({ key, missing = [] }) => {
    const inputs = [...(openInputs.get(key) ?? [])];
    const answered = inputs.map(toInputVariable);
    return missing.every((name) => answered.includes(name)) ? inputs : [];
  });
  return [...new Set(needed)];
}

interface Root {
  readonly configuration: Configuration;
  readonly inputs: ReadonlyMap<string, ConfigInput>;
}

interface RootContext extends ParseContext {
  readonly openInputs: Map<string, Set<string>>;
}

function readRoot(place: Place, context: ReadContext, paths: RootContext): Root | undefined {
  if (place.node.type !== 'object') {
    context.reporter.problem({ offset: place.node.offset, path: [], message: 'Config must be an object' });
    return undefined;
  }
  const members = new Map(readMembers(place, context.reporter).map((member) => [member.key, member]));
  const inputs = parseInputs(members.get('inputs')?.place, context);
  const servers = readServers(place, members, withVariables(context, paths, inputs), paths);
  const settings = readSettings(members.get('toolyard')?.place ?? EMPTY, context);
  return { configuration: { servers, settings }, inputs };
}

function withVariables(
  context: ReadContext,
  { variables, openInputs }: RootContext,
  inputs: Root['inputs'],
): ReadContext {
  if (variables === undefined) return context;
  const secrets: string[] = [];
  const missing = new Map<string, Set<string>>();
  const isHidden = (id: string): boolean => inputs.get(id)?.password === true;
  return {
    ...context,
    secrets,
    missing,
    expand: createExpander(variables, context.reporter, { missing, openInputs, secrets, isHidden }),
  };
}

const EMPTY: Place = { node: { type: 'object', offset: 0, length: 0 }, path: ['toolyard'], around: 1 };

function readSettings(place: Place, context: ReadContext): Settings {
  if (place.node.type !== 'object') {
    context.reporter.problem({ offset: place.node.offset, path: place.path, message: 'toolyard must be an object' });
  }
  return readFields({ ...place, around: 1 }, SETTINGS_FIELDS, context) as unknown as Settings;
}

function readServers(
  root: Place,
  members: ReadonlyMap<string, ConfigMember>,
  context: ReadContext,
  paths: ParseContext,
): ServerDefinition[] {
  const sections = [...members.values()].filter(({ key }) => SERVER_SECTIONS.includes(key));
  if (sections.length === 0) reportNoServers(root, members, context);
  const seen = new Set<string>();
  return sections.flatMap((section) =>
    readSection(section, context).flatMap(({ key, keyNode, place }) => {
      if (seen.has(key)) {
        const message = `Server "${key}" is in both mcpServers and servers; keep one of them`;
        context.reporter.problem({ offset: keyNode.offset, path: place.path, message });
      }
      seen.add(key);
      return parseServer(key, place, { ...context, isUsed: paths.isUsed?.(key) === true }, paths) ?? [];
    }),
  );
}

function readSection({ key, place }: ConfigMember, context: ReadContext): ConfigMember[] {
  if (place.node.type === 'object') return readMembers(place, context.reporter);
  context.reporter.problem({ offset: place.node.offset, path: place.path, message: `${key} must be an object` });
  return [];
}

function reportNoServers({ node }: Place, members: ReadonlyMap<string, ConfigMember>, { reporter }: ReadContext): void {
  reporter.problem({
    offset: node.offset,
    path: ['mcpServers'],
    message: 'Missing required field: mcpServers',
  });
  for (const { key, keyNode, place } of members.values()) {
    const nearest = findNearest(key, SERVER_SECTIONS);
    if (nearest === undefined) continue;
    const message = `Unknown key "${key}" is ignored; did you mean "${nearest}"?`;
    reporter.warning({ offset: keyNode.offset, path: place.path, message });
  }
}
