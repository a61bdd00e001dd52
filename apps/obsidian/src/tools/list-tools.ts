import { isJsonObject, type CatalogueEntry } from '@toolyard/core';
import { readToolDescription, type HelpContext } from '@toolyard/documents';
import type { ServerView } from '../yard/plugin-servers.ts';
import { toServerTool } from '../yard/server-views.ts';

/** A tool that can be looked for, and used where it is on. */
export interface ListedTool {
  /** `server:tool`. */
  readonly id: string;
  readonly server: string;
  readonly name: string;
  /** What it calls itself for people; its name where it has no title. */
  readonly title: string;
  readonly description: string;
  /** What it says of its effects, such as `Read-only`; nobody checks that. */
  readonly hints: readonly string[];
  /** Its switch. */
  readonly isOn: boolean;
  /** About so many tokens of a model's context; absent where its definition is not known. */
  readonly tokens?: number;
  /** Its definition; absent where it is switched off. */
  readonly entry?: CatalogueEntry;
}

type ListedServer = Pick<ServerView, 'name' | 'tools'>;

const HINTS: readonly (readonly [name: string, text: string])[] = [
  ['readOnlyHint', 'Read-only'],
  ['destructiveHint', 'Destructive'],
  ['idempotentHint', 'Idempotent'],
  ['openWorldHint', 'Open world'],
];

/** The tools of all servers, in the order of the settings: those that are on, then those that are switched off. */
export function listTools(
  servers: readonly ListedServer[],
  catalogue: HelpContext['catalogue'],
): readonly ListedTool[] {
  return servers.flatMap(({ name: server, tools }) => [
    ...catalogue.listOf('tools', server).map(toListed),
    ...tools
      .filter(({ isOn }) => !isOn)
      .map(({ name, description = '' }) => {
        return { id: `${server}:${name}`, server, name, title: name, description, hints: [], isOn: false };
      }),
  ]);
}

/** A tool of the catalogue. */
export function toListed(entry: CatalogueEntry): ListedTool {
  const { id, server, name, definition } = entry;
  const { tokens } = toServerTool(entry);
  const annotations = isJsonObject(definition['annotations']) ? definition['annotations'] : {};
  const title = [definition['title'], annotations['title']].find((text) => typeof text === 'string' && text !== '');
  return {
    id,
    server,
    name,
    title: typeof title === 'string' ? title : name,
    description: readToolDescription(entry),
    hints: readHints(annotations),
    isOn: true,
    ...(tokens !== undefined && { tokens }),
    entry,
  };
}

function readHints(annotations: Readonly<Record<string, unknown>>): readonly string[] {
  const isReadOnly = annotations['readOnlyHint'] === true;
  // The protocol gives that word a meaning only for tools that change something.
  return HINTS.filter(([name]) => annotations[name] === true && !(isReadOnly && name === 'destructiveHint')).map(
    ([, text]) => text,
  );
}
