import { parseToolId } from '@toolyard/core';
import { leadsOut } from './leads-out.ts';
import type { Operations, ParameterRules } from './operation.ts';

/** The name of what an `agent` action does. */
export type AgentActionName = 'ask' | 'command' | 'chat';

/** How often a model is asked in one run. */
export const AGENT_TURNS = { default: 10, max: 100 } as const;

function checkModel(id: string): string | undefined {
  return /^[^/\s]+\/\S+$/.test(id)
    ? undefined
    : `is ${JSON.stringify(id)}, and must be a provider and a model, "provider/model"`;
}

/** The server is always named in full: its definition is part of what is approved. */
function checkEntry(entry: string): string | undefined {
  const server = parseToolId(entry)?.server;
  if (server !== undefined && checkKey(server) === undefined) return undefined;
  return `is ${JSON.stringify(entry)}, and must be a tool with its server, such as "files:read_file" or "files:list_*"`;
}

function checkKey(key: string): string | undefined {
  return /[:*?{}\s]/.test(key) ? `is ${JSON.stringify(key)}, and must be the key of a server` : undefined;
}

function checkFolder(path: string): string | undefined {
  // Nobody would mean a folder of that name.
  const isHome = path.startsWith('~');
  return isHome || leadsOut(path) ? 'must be a path inside the workspace, without ".."' : undefined;
}

function checkVariable(name: string): string | undefined {
  return /[=\p{Cc}\s]/u.test(name) ? `is ${JSON.stringify(name)}, and must be the name of a variable` : undefined;
}

const ASK: ParameterRules = {
  prompt: {
    kind: 'prompt',
    required: true,
    about: 'What the model is asked; a template. Values of the event are marked as data for the model.',
  },
  system: { kind: 'text', fixed: true, about: 'Instructions for the model, as they are written here.' },
  model: {
    kind: 'line',
    fixed: true,
    check: checkModel,
    about: 'The model, as "provider/model"; $TOOLYARD_MODEL or "toolyard.model" if absent.',
  },
  tools: {
    kind: 'lines',
    fixed: true,
    mayBeEmpty: true,
    check: checkEntry,
    about:
      'The tools that the model may call: "key:tool" for one, also for a destructive one; a glob such as "key:list_*" for all that it matches and that are not destructive.',
  },
  servers: {
    kind: 'lines',
    fixed: true,
    mayBeEmpty: true,
    check: checkKey,
    about: 'The servers whose tools the model may call, except the destructive ones.',
  },
  turns: {
    kind: 'number',
    fixed: true,
    max: AGENT_TURNS.max,
    default: AGENT_TURNS.default,
    about: 'How often the model is asked at most; each turn may call several tools.',
  },
};

const COMMAND: ParameterRules = {
  command: { kind: 'line', fixed: true, required: true, about: 'The program to run, without a shell.' },
  args: { kind: 'words', mayBeEmpty: true, about: 'Its arguments; each is a template.' },
  input: { kind: 'text', about: 'What the program reads from its standard input; a template.' },
  cwd: {
    kind: 'line',
    fixed: true,
    check: checkFolder,
    about: 'Working directory, relative to the workspace, which is the default.',
  },
  env: { kind: 'variables', about: 'Environment variables; each value is a template.' },
  envFrom: {
    kind: 'lines',
    fixed: true,
    mayBeEmpty: true,
    check: checkVariable,
    about: "Names of variables that the program gets from Toolyard's environment, such as the key of a provider.",
  },
};

const CHAT: ParameterRules = {
  prompt: {
    kind: 'chat',
    required: true,
    about:
      'What is sent to the chat of the editor, also a slash command; a template. Values of the event are marked as data, and never become commands.',
  },
  mode: {
    kind: 'line',
    fixed: true,
    about: 'The mode of the chat, such as "ask" or "agent"; the one that is selected if absent.',
  },
};

/** What an `agent` action can do: ask a model with the listed tools, run an agent for the command line, or send a prompt to the chat of an editor. */
export const AGENT_ACTIONS: Operations<AgentActionName> = { ask: ASK, command: COMMAND, chat: CHAT };
