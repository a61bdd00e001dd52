/** One package or app, and what it may use. */
interface Part {
  /** The packages of our own that it may import; tests may import `@toolyard/testing` too. */
  readonly imports: readonly string[];
  /** Whether it may import `node:*`. A part that may not has no clock, file, environment variable or randomness either. */
  readonly usesNode: boolean;
  readonly about: string;
}

/** The parts of the product and the direction of their imports; `docs/ARCHITECTURE.md` shows it as a table. */
export const PARTS: Readonly<Record<string, Part>> = {
  'packages/core': { imports: [], usesNode: false, about: 'words, configuration, frames, ports' },
  'packages/runtime': { imports: ['core'], usesNode: false, about: 'many links become one yard' },
  'packages/gateway': { imports: ['core'], usesNode: false, about: 'a yard becomes one MCP server' },
  'packages/documents': { imports: ['core'], usesNode: false, about: 'tool calls in Markdown, and their results' },
  'packages/assistant': {
    imports: ['core', 'documents'],
    usesNode: false,
    about: 'a model that uses the tools, in a note or without one',
  },
  'packages/models': { imports: ['core', 'assistant'], usesNode: false, about: "the providers' models" },
  'packages/hooks': { imports: ['core'], usesNode: false, about: 'events that lead to calls' },
  'packages/front': { imports: ['core'], usesNode: true, about: 'MCP in and out of this process: stdio, HTTP' },
  'packages/node': { imports: ['core'], usesNode: true, about: 'processes, containers, files, state, sockets, clock' },
  'packages/tasks': { imports: ['core', 'node'], usesNode: true, about: 'the task backend, and its tools' },
  'packages/host': {
    imports: ['core', 'runtime', 'gateway', 'node', 'documents', 'hooks'],
    usesNode: true,
    about: 'what every host does, without a terminal',
  },
  'packages/testing': {
    imports: ['core', 'assistant', 'hooks'],
    usesNode: true,
    about: 'fixture servers and fakes, for tests only',
  },
  'apps/cli': {
    imports: ['core', 'runtime', 'gateway', 'front', 'node', 'tasks', 'documents', 'assistant', 'hooks', 'host'],
    usesNode: true,
    about: 'the commands and the public API',
  },
  'apps/obsidian': {
    imports: ['core', 'runtime', 'node', 'documents', 'host'],
    usesNode: true,
    about: 'tool blocks and a model in the notes of a vault',
  },
  'apps/vscode': {
    imports: ['core', 'runtime', 'node', 'documents', 'hooks', 'host'],
    usesNode: true,
    about: 'hooks, servers, runs and notes in an editor',
  },
};

/** Folders that are entry points of their own, and which packages they may import beyond their part's. */
export const ENTRY_POINTS: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/yaml/': [],
  'packages/host/src/assistant/': ['assistant', 'models'],
  'packages/host/src/hooks/': [],
  'packages/host/src/http/': ['front'],
};

const BEGIN = '<!-- direction:begin: written by "npx vitest run tools/architecture.test.ts -u" -->';
const END = '<!-- direction:end -->';

/** A page with the table of `PARTS` between its two marks; throws where the page has no such marks. */
export function putDirectionTable(page: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`The page has no lines "${BEGIN}" and "${END}" in this order`);
  return `${page.slice(0, before + BEGIN.length)}\n\n${renderDirectionTable()}\n\n${page.slice(after)}`;
}

/** The table as the formatter leaves it: every column as wide as its longest cell. */
function renderDirectionTable(): string {
  const rows = Object.entries(PARTS).map(([part, { usesNode, about }]) => [
    `\`${part}\``,
    importsOf(part),
    usesNode ? 'yes' : 'no',
    about,
  ]);
  const table = [['part', 'may import', 'may use Node', 'what it is'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const toLine = (cells: readonly string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [toLine(table[0] ?? []), toLine([], '-'), ...rows.map((row) => toLine(row))].join('\n');
}

function importsOf(part: string): string {
  const own = PARTS[part]?.imports ?? [];
  const more = Object.entries(ENTRY_POINTS).flatMap(([folder, names]) =>
    folder.startsWith(`${part}/`)
      ? names.map((name) => `${name} (only \`${folder.slice(0, -1).replace('packages/', '')}\`)`)
      : [],
  );
  return own.length + more.length === 0 ? 'nothing of ours' : [...own, ...more].join(', ');
}
