import {
  jsonHook,
  jsonMappings,
  jsonMcp,
  jsonProgram,
  yamlHook,
  yamlMappings,
  yamlMcp,
  yamlProgram,
} from './hooks-file-texts.ts';
import { WRONG_AGENT_ACTIONS } from './wrong-agent-actions.ts';
import type { WrongHooksFile } from './wrong-hooks-file.ts';

const PARAMETERS = '$.hooks[0].action.parameters';

/** Actions that no hook can have. */
export const WRONG_ACTIONS: readonly WrongHooksFile[] = [
  ...WRONG_AGENT_ACTIONS,
  {
    name: 'an action that is not known',
    json: jsonHook({ action: '{ "type": ▲"costum", "parameters": {} }' }),
    yaml: yamlHook({ action: '{ type: ▲costum, parameters: {} }' }),
    problems: [{ path: '$.hooks[0].action.type', message: 'Unknown type "costum"; did you mean "custom"?' }],
  },
  {
    name: 'an action without parameters',
    json: jsonHook({ action: '▲{ "type": "mcp" }' }),
    yaml: yamlHook({ action: '\n      ▲type: mcp' }),
    problems: [{ path: PARAMETERS, message: 'Missing required field: parameters' }],
  },
  {
    name: 'a call without anything',
    json: jsonHook({ action: '{ "type": "mcp", "parameters": ▲▲▲{} }' }),
    yaml: yamlHook({ action: '\n      type: mcp\n      parameters: ▲▲▲{}' }),
    problems: [
      { path: `${PARAMETERS}.serverId`, message: 'Missing required field: serverId' },
      { path: `${PARAMETERS}.toolName`, message: 'Missing required field: toolName' },
      { path: `${PARAMETERS}.parameterMappings`, message: 'Missing required field: parameterMappings' },
    ],
  },
  {
    name: 'a call of nothing',
    json: jsonHook({
      action: '{ "type": "mcp", "parameters": { "serverId": ▲"", "toolName": ▲"", "parameterMappings": ▲{} } }',
    }),
    yaml: yamlHook({ action: '{ type: mcp, parameters: { serverId: ▲"", toolName: ▲"", parameterMappings: ▲{} } }' }),
    problems: [
      { path: `${PARAMETERS}.serverId`, message: 'action.parameters.serverId must not be empty' },
      { path: `${PARAMETERS}.toolName`, message: 'action.parameters.toolName must not be empty' },
      {
        path: `${PARAMETERS}.parameterMappings`,
        message: 'action.parameters.parameterMappings must be an array, not an object',
      },
    ],
  },
  {
    name: 'a timeout under the least',
    json: jsonHook({ action: jsonMcp('"parameterMappings": [], "timeout": ▲999') }),
    yaml: yamlHook({ action: yamlMcp('parameterMappings: []\n        timeout: ▲999') }),
    problems: [
      {
        path: `${PARAMETERS}.timeout`,
        message: 'action.parameters.timeout must be a whole number from 1000 to 300000',
      },
    ],
  },
  {
    name: 'a timeout over the most, of a program',
    json: jsonProgram('"command": "x", "timeout": ▲300001'),
    yaml: yamlProgram('command: x', 'timeout: ▲300001'),
    problems: [
      {
        path: `${PARAMETERS}.timeout`,
        message: 'action.parameters.timeout must be a whole number from 1000 to 300000',
      },
    ],
  },
  {
    name: 'a timeout with a unit, in a key with one',
    json: jsonHook({ action: jsonMcp('"parameterMappings": [], ▲"timeoutMs": "30s"') }),
    yaml: yamlHook({ action: yamlMcp('parameterMappings: []\n        ▲timeoutMs: 30s') }),
    problems: [{ path: `${PARAMETERS}.timeoutMs`, message: 'Unknown key "timeoutMs"; did you mean "timeout"?' }],
  },
  {
    name: 'a mapping without a source',
    json: jsonMappings('▲{ "toolParam": "p", "value": 1 }'),
    yaml: yamlMappings('▲toolParam: p\n            value: 1'),
    problems: [{ path: `${PARAMETERS}.parameterMappings[0].source`, message: 'Missing required field: source' }],
  },
  {
    name: 'a mapping with a source that is not known',
    json: jsonMappings('{ "toolParam": "p", "source": ▲"contxt", "value": "branch" }'),
    yaml: yamlMappings('{ toolParam: p, source: ▲contxt, value: branch }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].source`,
        message: 'Unknown source "contxt"; did you mean "context"?',
      },
    ],
  },
  {
    name: 'a mapping without parameter and value',
    json: jsonMappings('▲▲{ "source": "literal" }'),
    yaml: yamlMappings('▲▲{ source: literal }'),
    problems: [
      { path: `${PARAMETERS}.parameterMappings[0].toolParam`, message: 'Missing required field: toolParam' },
      { path: `${PARAMETERS}.parameterMappings[0].value`, message: 'Missing required field: value' },
    ],
  },
  {
    name: 'a context value that is not known',
    json: jsonMappings('{ "toolParam": "p", "source": "context", "value": ▲"braanch" }'),
    yaml: yamlMappings('{ toolParam: p, source: context, value: ▲braanch }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].value`,
        message: 'Unknown name "braanch"; did you mean "branch"?',
      },
    ],
    isBeyondSchema: true,
  },
  {
    name: 'a context value that is a number',
    json: jsonMappings('{ "toolParam": "p", "source": "context", "value": ▲1 }'),
    yaml: yamlMappings('{ toolParam: p, source: context, value: ▲1 }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].value`,
        message: 'action.parameters.parameterMappings[0].value must be a string, not a number',
      },
    ],
  },
  {
    name: 'a template that is never closed',
    json: jsonMappings('{ "toolParam": "p", "source": "template", "value": ▲"on {branch" }'),
    yaml: yamlMappings('{ toolParam: p, source: template, value: ▲"on {branch" }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].value`,
        message: 'This "{" is never closed; write "{{" for a brace',
      },
    ],
    isBeyondSchema: true,
  },
  {
    name: 'a template inside a value',
    json: jsonMappings('{ "toolParam": "p", "source": "template", "value": { "a": ["{branch}", ▲"{usr}"] } }'),
    yaml: yamlMappings(
      'toolParam: p\n            source: template\n            value:\n              a:\n                - "{branch}"\n                - ▲"{usr}"',
    ),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].value.a[1]`,
        message: 'Unknown name "usr"; did you mean "user"?',
      },
    ],
    isBeyondSchema: true,
  },
  {
    name: 'a template without a text',
    json: jsonMappings('{ "toolParam": "p", "source": "template", "value": ▲5 }'),
    yaml: yamlMappings('{ toolParam: p, source: template, value: ▲5 }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].value`,
        message: 'action.parameters.parameterMappings[0].value must be a string, an array or an object',
      },
    ],
  },
  {
    name: 'a default of a literal',
    json: jsonMappings('{ "toolParam": "p", "source": "literal", "value": null, ▲"default": 1 }'),
    yaml: yamlMappings('{ toolParam: p, source: literal, value: null, ▲default: 1 }'),
    problems: [
      {
        path: `${PARAMETERS}.parameterMappings[0].default`,
        message: '"default" is not for source "literal"; remove it',
      },
    ],
  },
  {
    name: 'the same parameter twice',
    json: jsonMappings(
      '{ "toolParam": "p", "source": "literal", "value": 1 }, { "toolParam": ▲"p", "source": "literal", "value": 2 }',
    ),
    yaml: yamlMappings('{ toolParam: p, source: literal, value: 1 }', '{ toolParam: ▲p, source: literal, value: 2 }'),
    problems: [{ path: `${PARAMETERS}.parameterMappings[1].toolParam`, message: 'Duplicate toolParam: p' }],
    isBeyondSchema: true,
  },
  {
    name: 'an empty command',
    json: jsonProgram('"command": ▲""'),
    yaml: yamlProgram('command: ▲""'),
    problems: [{ path: `${PARAMETERS}.command`, message: 'action.parameters.command must not be empty' }],
  },
  {
    name: 'a command with a NUL',
    json: jsonProgram('"command": ▲"a\\u0000b"'),
    yaml: yamlProgram('command: ▲"a\\0b"'),
    problems: [
      { path: `${PARAMETERS}.command`, message: 'action.parameters.command must not contain a NUL character' },
    ],
  },
  {
    name: 'a command line as one text of arguments',
    json: jsonProgram('"command": "x", "args": ▲"-a -b"'),
    yaml: yamlProgram('command: x', 'args: ▲-a -b'),
    problems: [{ path: `${PARAMETERS}.args`, message: 'action.parameters.args must be an array, not a string' }],
  },
  {
    name: 'arguments with a number and an unknown name',
    json: jsonProgram('"command": "x", "args": [▲1, ▲"{fature}"]'),
    yaml: yamlProgram('command: x', 'args:', '  - ▲1', '  - ▲"{fature}"'),
    problems: [
      { path: `${PARAMETERS}.args[0]`, message: 'action.parameters.args[0] must be a string, not a number' },
      { path: `${PARAMETERS}.args[1]`, message: 'Unknown name "fature"; did you mean "feature"?' },
    ],
  },
  ...['../x', '/tmp', 'a/../../b', 'a\\\\..\\\\..\\\\b', 'C:/x', '..', ''].map((cwd) => ({
    name: `a working directory outside of the workspace: "${cwd}"`,
    json: jsonProgram(`"command": "x", "cwd": ▲"${cwd}"`),
    yaml: yamlProgram('command: x', `cwd: ▲"${cwd}"`),
    problems: [
      {
        path: `${PARAMETERS}.cwd`,
        message: 'action.parameters.cwd must be a path inside the workspace, without ".."',
      },
    ],
  })),
  {
    name: 'wrong variables of the environment',
    json: jsonProgram('"command": "x", "env": { ▲"A=B": "c", "D": ▲1 }'),
    yaml: yamlProgram('command: x', 'env:', '  ▲A=B: c', '  D: ▲1'),
    problems: [
      {
        path: `${PARAMETERS}.env["A=B"]`,
        message: 'action.parameters.env has the key "A=B", which is not a name without "="',
      },
      { path: `${PARAMETERS}.env.D`, message: 'action.parameters.env.D must be a string, not a number' },
    ],
  },
  {
    name: 'a shell',
    json: jsonProgram('"command": "x", ▲"shell": true'),
    yaml: yamlProgram('command: x', '▲shell: true'),
    problems: [
      {
        path: `${PARAMETERS}.shell`,
        message: 'Unknown key "shell"; use "command", "args", "cwd", "env" or "timeout"',
      },
    ],
  },
];
