import type { PickerServer, PickerTool } from '../form/protocol.ts';

/** A server with those of its tools that are shown. */
export interface FoundToolGroup {
  readonly server: PickerServer;
  readonly tools: readonly PickerTool[];
}

/** What a search over all tools gives. */
export interface FoundTools {
  /** Without a search in the order of the servers, else the best ones first. */
  readonly groups: readonly FoundToolGroup[];
  readonly shown: number;
  /** How many match, shown or not. */
  readonly total: number;
}

/** More than anybody reads, and few enough to be drawn at every key. */
const SHOWN_TOOLS = 100;

/** Finds tools all of whose words stand in the name of the tool or its server, or in what is said of it. */
export function findTools(servers: readonly PickerServer[], search: string, limit: number = SHOWN_TOOLS): FoundTools {
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const matches = servers.flatMap((server) =>
    server.tools.map((tool) => ({ server, tool, rank: rankOf(server, tool, words) })),
  );
  const found = matches.filter(({ rank }) => rank < NO_MATCH);
  const best = words.length === 0 ? found : found.toSorted((a, b) => a.rank - b.rank);
  const groups = new Map<PickerServer, PickerTool[]>();
  for (const { server, tool } of best.slice(0, limit)) {
    const tools = groups.get(server);
    if (tools === undefined) groups.set(server, [tool]);
    else tools.push(tool);
  }
  // A server whose tools nobody knows is still seen, with the reason.
  for (const server of servers) {
    if (server.tools.length === 0 && hasAll(textOf(server), words)) groups.set(server, []);
  }
  return {
    groups: [...groups].map(([server, tools]) => ({ server, tools })),
    shown: Math.min(best.length, limit),
    total: best.length,
  };
}

const NO_MATCH = 4;

/** 0 for a name that starts with what was typed, up to 3 for a tool that only its description speaks for. */
function rankOf(server: PickerServer, tool: PickerTool, words: readonly string[]): number {
  const name = tool.name.toLowerCase();
  const [first = ''] = words;
  if (words.length === 0 || (words.length === 1 && name.startsWith(first))) return 0;
  if (hasAll(name, words)) return 1;
  const named = `${textOf(server)} ${name}`;
  if (hasAll(named, words)) return 2;
  return hasAll(`${named} ${(tool.about ?? '').toLowerCase()}`, words) ? 3 : NO_MATCH;
}

function textOf({ id, name }: PickerServer): string {
  return `${id} ${name}`.toLowerCase();
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
