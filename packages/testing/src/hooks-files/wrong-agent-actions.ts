import { jsonHook, yamlHook } from './hooks-file-texts.ts';
import type { WrongHooksFile } from './wrong-hooks-file.ts';

const PARAMETERS = '$.hooks[0].action.parameters';

/** A file with an `agent` action; the parameters are right in JSON and in YAML alike. */
function agentFile(name: string, parameters: string, problems: WrongHooksFile['problems'], more: object = {}) {
  const wrong: WrongHooksFile = {
    name: `an agent with ${name}`,
    json: jsonHook({ action: `{ "type": "agent", "parameters": ${parameters} }` }),
    yaml: yamlHook({ action: `{ "type": "agent", "parameters": ${parameters} }` }),
    problems,
    ...more,
  };
  return wrong;
}

const BEYOND = { isBeyondSchema: true };

/** Actions with models and agents that no hook can have. */
export const WRONG_AGENT_ACTIONS: readonly WrongHooksFile[] = [
  agentFile('nothing to do', '▲{}', [
    { path: `${PARAMETERS}.operation`, message: 'Missing required field: operation' },
  ]),
  agentFile('an operation that is not known', '{ "operation": ▲"aks", "prompt": "x" }', [
    { path: `${PARAMETERS}.operation`, message: 'Unknown operation "aks"; did you mean "ask"?' },
  ]),
  agentFile('no prompt', '▲{ "operation": "ask" }', [
    { path: `${PARAMETERS}.prompt`, message: 'Missing required field: prompt' },
  ]),
  agentFile('an empty prompt', '{ "operation": "ask", "prompt": ▲"" }', [
    { path: `${PARAMETERS}.prompt`, message: 'action.parameters.prompt must not be empty' },
  ]),
  agentFile(
    'a value that is not known',
    '{ "operation": "ask", "prompt": ▲"Review {brnch}" }',
    [{ path: `${PARAMETERS}.prompt`, message: 'Unknown name "brnch"; did you mean "branch"?' }],
    BEYOND,
  ),
  agentFile(
    'a tool without its server',
    '{ "operation": "ask", "prompt": "x", "tools": [▲"read_file"] }',
    [
      {
        path: `${PARAMETERS}.tools[0]`,
        message: 'It is "read_file", and must be a tool with its server, such as "files:read_file" or "files:list_*"',
      },
    ],
    BEYOND,
  ),
  agentFile(
    'tools of any server',
    '{ "operation": "ask", "prompt": "x", "tools": [▲"*:read"], "servers": [▲"*"] }',
    [
      {
        path: `${PARAMETERS}.tools[0]`,
        message: 'It is "*:read", and must be a tool with its server, such as "files:read_file" or "files:list_*"',
      },
      { path: `${PARAMETERS}.servers[0]`, message: 'It is "*", and must be the key of a server' },
    ],
    BEYOND,
  ),
  agentFile('no turns', '{ "operation": "ask", "prompt": "x", "turns": ▲0 }', [
    { path: `${PARAMETERS}.turns`, message: 'action.parameters.turns must be a whole number from 1 to 100' },
  ]),
  agentFile('turns of a template', '{ "operation": "ask", "prompt": "x", "turns": ▲"{data.turns}" }', [
    { path: `${PARAMETERS}.turns`, message: 'action.parameters.turns must be a whole number from 1 to 100' },
  ]),
  agentFile(
    'half a model',
    '{ "operation": "ask", "prompt": "x", "model": ▲"claude" }',
    [
      {
        path: `${PARAMETERS}.model`,
        message: 'It is "claude", and must be a provider and a model, "provider/model"',
      },
    ],
    BEYOND,
  ),
  agentFile('no program', '▲{ "operation": "command" }', [
    { path: `${PARAMETERS}.command`, message: 'Missing required field: command' },
  ]),
  agentFile(
    'a program outside of the workspace',
    '{ "operation": "command", "command": "x", "cwd": ▲"../y" }',
    [{ path: `${PARAMETERS}.cwd`, message: 'It must be a path inside the workspace, without ".."' }],
    BEYOND,
  ),
  agentFile(
    'what cannot be the name of a variable',
    '{ "operation": "command", "command": "x", "envFrom": [▲"A=B"] }',
    [{ path: `${PARAMETERS}.envFrom[0]`, message: 'It is "A=B", and must be the name of a variable' }],
    BEYOND,
  ),
  agentFile('a chat without a prompt', '▲{ "operation": "chat" }', [
    { path: `${PARAMETERS}.prompt`, message: 'Missing required field: prompt' },
  ]),
  agentFile(
    'a mode of several lines',
    '{ "operation": "chat", "prompt": "/plan {path}", "mode": ▲"ask\\nagent" }',
    [{ path: `${PARAMETERS}.mode`, message: 'It must be one line' }],
    BEYOND,
  ),
  agentFile('tools for a chat', '{ "operation": "chat", "prompt": "x", ▲"tools": ["a:b"] }', [
    { path: `${PARAMETERS}.tools`, message: '"tools" is not for operation "chat"; remove it' },
  ]),
  agentFile('tools for a program', '{ "operation": "command", "command": "x", ▲"tools": ["a:b"] }', [
    { path: `${PARAMETERS}.tools`, message: '"tools" is not for operation "command"; remove it' },
  ]),
];
