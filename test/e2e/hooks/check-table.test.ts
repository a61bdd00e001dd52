import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HooksFinding } from '@toolyard/host/hooks';
import { describe, expect, it } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture } from '../harness/create-yard-folder.ts';
import { check, expectUnreadable } from './check-hooks.ts';

/** One wrong thing: a hook on one line, with `^` where the finding has to be. */
interface Row {
  readonly hook: string;
  /** Into the hook. */
  readonly path: string;
  readonly message: string;
  readonly severity?: 'error' | 'warning';
}

function parse({ stdout }: Finished): readonly HooksFinding[] {
  return JSON.parse(stdout);
}

/** The rows as a file: the n-th hook stands on line n + 3. */
function toFile(rows: readonly Row[]): string {
  return `{ "version": 1,\n"hooks": [\n${rows.map(({ hook }) => hook.replace('^', '')).join(',\n')}\n] }\n`;
}

/** What has to be found for a row. */
function toExpected(
  { hook, path, message, severity = 'error' }: Row,
  index: number,
): Omit<HooksFinding, 'file' | 'hook'> {
  return { line: index + 3, column: hook.indexOf('^') + 1, path: `$.hooks[${index}]${path}`, message, severity };
}

const MANUAL = '"trigger": { "event": "manual" }';
const call = (parameters: string): string => `"action": { "type": "mcp", "parameters": { ${parameters} } }`;
const CALL = call('"serverId": "chat", "toolName": "nothing", "parameterMappings": []');
const mapped = (toolName: string, ...mappings: readonly string[]): string =>
  `${MANUAL}, ${call(`"serverId": "chat", "toolName": "${toolName}", "parameterMappings": [${mappings.join(', ')}]`)}`;
const program = (parameters: string): string =>
  `${MANUAL}, "action": { "type": "custom", "parameters": { ${parameters} } }`;
const ask = (parameters: string): string =>
  `${MANUAL}, "action": { "type": "agent", "parameters": { "operation": "ask", "prompt": "Go.", ${parameters} } }`;
const map = (name: string, source: string, value: string): string =>
  `{ "toolParam": ${name}, "source": ${source}, "value": ${value} }`;
const literal = (name: string, value: string): string => map(`"${name}"`, '"literal"', value);
const CHANNEL = literal('channel', '"#specs"');
const TEXT = literal('text', '"a"');
const MAPPINGS = '.action.parameters.parameterMappings';

const WRONG_HOOKS: readonly Row[] = [
  {
    hook: `{ "id": ^"a b", ${MANUAL}, ${CALL} }`,
    path: '.id',
    message: 'id must be 1 to 64 letters, digits, "-", "_" and ".", not starting with "-"',
  },
  { hook: `^{ ${MANUAL}, ${CALL} }`, path: '.id', message: 'Missing required field: id' },
  {
    hook: `{ "id": "event", "trigger": { "event": ^"file.save" }, ${CALL} }`,
    path: '.trigger.event',
    message: 'Unknown event "file.save"; did you mean "file.saved"?',
  },
  { hook: `^{ "id": "no-trigger", ${CALL} }`, path: '.trigger', message: 'Missing required field: trigger' },
  {
    hook: `{ "id": "key", ^"polcy": "queue", ${MANUAL}, ${CALL} }`,
    path: '.polcy',
    message: 'Unknown key "polcy"; did you mean "policy"?',
  },
  {
    hook: `{ "id": "paths", "trigger": { "event": "manual", ^"paths": ["x"] }, ${CALL} }`,
    path: '.trigger.paths',
    message: '"paths" is not for event "manual"; remove it',
  },
  {
    hook: `{ "id": "paths-text", "trigger": { "event": "file.saved", "paths": ^"specs/**" }, ${CALL} }`,
    path: '.trigger.paths',
    message: 'trigger.paths must be an array, not a string',
  },
  {
    hook: `{ "id": "if-name", "trigger": { "event": "file.saved", "if": { ^"braanch": "main" } }, ${CALL} }`,
    path: '.trigger.if.braanch',
    message: 'Unknown name "braanch"; did you mean "branch"?',
  },
  {
    hook: `{ "id": "if-key", "trigger": { "event": "file.saved", "if": { "branch": { ^"matchs": "a" } } }, ${CALL} }`,
    path: '.trigger.if.branch.matchs',
    message: 'Unknown key "matchs"; did you mean "matches"?',
  },
  {
    hook: `{ "id": "timing", "trigger": { "event": "schedule", "cron": "@daily", ^"timing": "after" }, ${CALL} }`,
    path: '.trigger.timing',
    message: '"timing" is not for event "schedule"; remove it',
  },
  { hook: `^{ "id": "no-action", ${MANUAL} }`, path: '.action', message: 'Missing required field: action' },
  {
    hook: `{ "id": "git", ${MANUAL}, "action": { "type": "git", "parameters": ^{} } }`,
    path: '.action.parameters.operation',
    message: 'Missing required field: operation',
  },
  {
    hook: `{ "id": "type", ${MANUAL}, "action": { "type": ^"mpc", "parameters": {} } }`,
    path: '.action.type',
    message: 'Unknown type "mpc"; did you mean "mcp"?',
  },
  {
    hook: `{ "id": "policy", "policy": ^"debounced", ${MANUAL}, ${CALL} }`,
    path: '.policy',
    message: 'Unknown policy "debounced"; did you mean "debounce"?',
  },
  {
    hook: `{ "id": "debounce", ^"debounceMs": 500, ${MANUAL}, ${CALL} }`,
    path: '.debounceMs',
    message: '"debounceMs" is only for policy "debounce"; remove one of them',
  },
  {
    hook: `{ "id": "enabled", "enabled": ^"yes", ${MANUAL}, ${CALL} }`,
    path: '.enabled',
    message: 'enabled must be true or false',
  },
  {
    hook: `{ "id": "timeout", ${MANUAL}, ${call('"serverId": "a", "toolName": "b", "parameterMappings": [], "timeout": ^10')} }`,
    path: '.action.parameters.timeout',
    message: 'action.parameters.timeout must be a whole number from 1000 to 300000',
  },
  {
    hook: `{ "id": "no-mappings", ${MANUAL}, "action": { "type": "mcp", "parameters": ^{ "serverId": "a", "toolName": "b" } } }`,
    path: MAPPINGS,
    message: 'Missing required field: parameterMappings',
  },
  {
    hook: `{ "id": "source", ${mapped('nothing', map('"a"', '^"contxt"', '"b"'))} }`,
    path: `${MAPPINGS}[0].source`,
    message: 'Unknown source "contxt"; did you mean "context"?',
  },
  {
    hook: `{ "id": "context", ${mapped('nothing', map('"a"', '"context"', '^"brnch"'))} }`,
    path: `${MAPPINGS}[0].value`,
    message: 'Unknown name "brnch"; did you mean "branch"?',
  },
  {
    hook: `{ "id": "template", ${mapped('nothing', map('"a"', '"template"', '^"x {usr}"'))} }`,
    path: `${MAPPINGS}[0].value`,
    message: 'Unknown name "usr"; did you mean "user"?',
  },
  {
    hook: `{ "id": "brace", ${mapped('nothing', map('"a"', '"template"', '^"x { y"'))} }`,
    path: `${MAPPINGS}[0].value`,
    message: 'This "{" is never closed; write "{{" for a brace',
  },
  {
    hook: `{ "id": "twice", ${mapped('nothing', literal('a', '1'), map('^"a"', '"literal"', '2'))} }`,
    path: `${MAPPINGS}[1].toolParam`,
    message: 'Duplicate toolParam: a',
  },
  {
    hook: `{ "id": "command", ${program('"command": ^""')} }`,
    path: '.action.parameters.command',
    message: 'action.parameters.command must not be empty',
  },
  {
    hook: `{ "id": "cwd", ${program('"command": "ls", "cwd": ^"../x"')} }`,
    path: '.action.parameters.cwd',
    message: 'action.parameters.cwd must be a path inside the workspace, without ".."',
  },
  {
    hook: `{ "id": "shell", ${program('"command": "ls -l", ^"shell": true')} }`,
    path: '.action.parameters.shell',
    message: 'Unknown key "shell"; use "command", "args", "cwd", "env" or "timeout"',
  },
  { hook: `{ "id": "same", ${MANUAL}, ^"id": "same", ${CALL} }`, path: '.id', message: 'Duplicate key: id' },
];

const WRONG_TOOLS: readonly Row[] = [
  {
    hook: `{ "id": "server", ${MANUAL}, ${call('"serverId": ^"chta", "toolName": "post", "parameterMappings": []')} }`,
    path: '.action.parameters.serverId',
    message: 'Unknown server "chta"; did you mean "chat"?',
  },
  {
    hook: `{ "id": "no-server", ${MANUAL}, ${call('"serverId": ^"nowhere", "toolName": "post", "parameterMappings": []')} }`,
    path: '.action.parameters.serverId',
    message: 'Unknown server "nowhere"; the servers are chat, broken, off',
  },
  {
    hook: `{ "id": "unreachable", ${MANUAL}, ${call('"serverId": ^"broken", "toolName": "post", "parameterMappings": []')} }`,
    path: '.action.parameters.serverId',
    message:
      'The tool was not checked. Server "broken" started but did not become ready: exited with code 3; ' +
      'on its stderr: cannot find the thing it needs',
  },
  {
    hook: `{ "id": "off", ${MANUAL}, ${call('"serverId": ^"off", "toolName": "post", "parameterMappings": []')} }`,
    path: '.action.parameters.serverId',
    message: 'The tool was not checked. Server off is disabled. Run "toolyard enable off" to use it.',
    severity: 'warning',
  },
  {
    hook: `{ "id": "tool", ${MANUAL}, ${call('"serverId": "chat", "toolName": ^"pst", "parameterMappings": []')} }`,
    path: '.action.parameters.toolName',
    message: 'Server "chat" has no tool "pst"; did you mean "post"?',
  },
  {
    hook: `{ "id": "no-tool", ${MANUAL}, ${call('"serverId": "chat", "toolName": ^"delete_all", "parameterMappings": []')} }`,
    path: '.action.parameters.toolName',
    message: 'Server "chat" has no tool "delete_all"; the tools are post, open, nothing, either',
  },
  {
    hook: `{ "id": "ask-server", ${ask('"servers": ["chat", ^"chats"]')} }`,
    path: '.action.parameters.servers[1]',
    message: 'Unknown server "chats"; did you mean "chat"?',
  },
  {
    hook: `{ "id": "ask-tool", ${ask('"tools": ["chat:post", ^"chat:pst"]')} }`,
    path: '.action.parameters.tools[1]',
    message: 'Server "chat" has no tool "pst"; did you mean "post"?',
  },
  {
    hook: `{ "id": "ask-glob", ${ask('"tools": ["chat:*", ^"chat:list_*"]')} }`,
    path: '.action.parameters.tools[1]',
    message: '"chat:list_*" matches no tool',
    severity: 'warning',
  },
  {
    hook: `{ "id": "ask-off", ${ask('"tools": [^"off:post"]')} }`,
    path: '.action.parameters.tools[0]',
    message: 'The tool was not checked. Server off is disabled. Run "toolyard enable off" to use it.',
    severity: 'warning',
  },
  {
    hook: `{ "id": "unmapped", ${mapped('post', CHANNEL).replace('[', '^[')} }`,
    path: MAPPINGS,
    message: '"text" is required but not mapped',
  },
  {
    hook: `{ "id": "suggested", ${mapped('open').replace('[', '^[')} }`,
    path: MAPPINGS,
    message:
      '"branch" is required but not mapped; the context has a value of that name: ' +
      '{ "toolParam": "branch", "source": "context", "value": "branch" }',
  },
  {
    hook: `{ "id": "parameter", ${mapped('post', CHANNEL, TEXT, map('^"cuont"', '"literal"', '1'))} }`,
    path: `${MAPPINGS}[2].toolParam`,
    message: 'The tool has no parameter "cuont"; did you mean "count"?',
  },
  {
    hook: `{ "id": "takes-none", ${mapped('nothing', map('^"text"', '"literal"', '1'))} }`,
    path: `${MAPPINGS}[0].toolParam`,
    message: 'The tool has no parameter "text"; it takes none.',
  },
  {
    hook: `{ "id": "enum", ${mapped('post', literal('channel', '^"#other"'), TEXT)} }`,
    path: `${MAPPINGS}[0].value`,
    message: 'channel: must be one of "#specs", "#dev"',
  },
  {
    hook: `{ "id": "whole", ${mapped('post', CHANNEL, TEXT, literal('count', '^1.5'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'count: must be a whole number, got 1.5',
  },
  {
    hook: `{ "id": "number", ${mapped('post', CHANNEL, TEXT, literal('count', '^"many"'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'count: must be a whole number, got "many"',
  },
  {
    hook: `{ "id": "minimum", ${mapped('post', CHANNEL, TEXT, literal('count', '^0'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'count: must be at least 1, got 0',
  },
  {
    hook: `{ "id": "boolean", ${mapped('post', CHANNEL, TEXT, map('"silent"', '"template"', '^"maybe"'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'silent: must be true or false, got "maybe"',
  },
  {
    hook: `{ "id": "items", ${mapped('post', CHANNEL, TEXT, literal('tags', '^[1]'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'tags[0]: must be a string, got 1',
  },
  {
    hook: `{ "id": "nested", ${mapped('post', CHANNEL, TEXT, literal('filter.depth', '1')).replace('[', '^[')} }`,
    path: MAPPINGS,
    message: '"filter.kind" is required but not mapped',
  },
  {
    hook: `{ "id": "inside", ${mapped('post', CHANNEL, TEXT, literal('filter', '^{ "kind": 5 }'))} }`,
    path: `${MAPPINGS}[2].value`,
    message: 'filter.kind: must be a string, got 5',
  },
  {
    hook: `{ "id": "alternatives", ${mapped('either').replace('[', '^[')} }`,
    path: MAPPINGS,
    message: 'needs "id" or "name"',
  },
  {
    hook: `{ "id": "fired", "trigger": { "event": ^"webhook" }, "action": { "type": "custom", "parameters": { "command": "ls" } } }`,
    path: '.trigger.event',
    message: 'The webhook is not served: "secretEnv" does not say which variable has its secret',
    severity: 'warning',
  },
  {
    hook: `{ "id": "task", "trigger": { "event": ^"task.ended" }, "action": { "type": "custom", "parameters": { "command": "ls" } } }`,
    path: '.trigger.event',
    message:
      'The event "task.ended" comes from "toolyard hooks exec -- COMMAND" or an editor; "hooks watch" does not notice it by itself',
    severity: 'warning',
  },
  {
    hook: `{ "id": "talk", "trigger": { "event": "manual" }, "action": { "type": "agent", "parameters": { "operation": ^"chat", "prompt": "Hi" } } }`,
    path: '.action.parameters.operation',
    message: 'The operation "chat" works only in an editor; run by "toolyard", the hook would fail',
    severity: 'warning',
  },
  {
    hook: `{ "id": "operation", "trigger": { "event": "agent", "agent": "speckit", "operation": ^"taskstoissue" }, "action": { "type": "custom", "parameters": { "command": "ls" } } }`,
    path: '.trigger.operation',
    message: 'Unknown operation "taskstoissue"; did you mean "taskstoissues"?',
    severity: 'warning',
  },
];

describe('hooks check', () => {
  it.each([
    ['hooks', WRONG_HOOKS],
    ['servers, tools and mappings', WRONG_TOOLS],
  ])('names every one of many wrong %s, and nothing else, each with its place', async (_, rows) => {
    const finished = await check({ 'hooks.json': toFile(rows) }, '--json');
    expect(finished.code).toBe(1);
    const found = parse(finished).map(({ line, column, path, message, severity }) => ({
      line,
      column,
      path,
      message,
      severity,
    }));
    expect(found).toEqual(rows.map(toExpected));
  });

  it('tells the hook of a finding, and the file', async () => {
    const finished = await check({ 'hooks.json': toFile(WRONG_TOOLS.slice(0, 1)) }, '--json');
    expect(parse(finished)).toEqual([
      { ...toExpected(WRONG_TOOLS[0]!, 0), file: expect.stringMatching(/\.toolyard[/]hooks\.json$/), hook: 'server' },
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['no JSON', { 'hooks.json': '{ "version": 1,\n  "hooks": [ }' }, ':2:14: $: Invalid JSON at line 2, column 14: '],
    ['two files', { 'hooks.json': '{}', 'hooks.yaml': 'a: 1' }, ' exist, so neither is used. Keep one of them.'],
  ])('cannot read %s as hooks, which is exit code 2', (_, files, line) => expectUnreadable(files, line));

  it('gives the places of a file in YAML', async () => {
    const text = [
      'version: 1',
      'hooks:',
      '  - id: a',
      '    trigger: { event: manual }',
      '    action:',
      '      type: mcp',
      '      parameters:',
      '        serverId: chat',
      '        toolName: pst',
      '        parameterMappings: []',
    ].join('\n');
    const { code, stdout } = await check({ 'hooks.yaml': text });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /hooks\.yaml:9:19: \$\.hooks\[0\]\.action\.parameters\.toolName: Server "chat" has no tool "pst"; did you mean "post"\?\n$/,
    );
  });

  it('tells what it found also where the configuration may not be started', async () => {
    const { folder } = createYardFolder();
    mkdirSync(join(folder, '.toolyard'));
    writeFileSync(join(folder, '.toolyard/hooks.json'), toFile(WRONG_TOOLS.slice(0, 5)));
    writeFileSync(join(folder, 'toolyard.json'), JSON.stringify({ mcpServers: { chat: fixture('wants-parameters') } }));
    const { code, stdout, stderr } = await runToolyard(['hooks', 'check'], { cwd: folder });
    expect(code).toBe(2);
    expect(stdout).toContain('Unknown server "chta"; did you mean "chat"?');
    expect(stdout).not.toContain('has no tool');
    expect(stderr).toContain('The tools and their parameters were not checked.\n');
    expect(stderr).toContain('is not approved, so none of its servers were started.');
    const list = await runToolyard(['hooks', 'list'], { cwd: folder });
    expect(list.stderr).toContain('The configuration here is not approved');
  });

  it('finds nothing wrong with what is right', async () => {
    const right = [
      mapped('post', CHANNEL, map('"text"', '"template"', '"{feature}"'), literal('filter.kind', '"a"')),
      mapped('open', map('"branch"', '"context"', '"branch"')),
      mapped('either', literal('id', '"7"')),
    ].map((hook, index) => `{ "id": "right-${index}", ${hook} }`);
    const text = `{ "version": 1, "hooks": [${right.join(',')}] }`;
    expect(await check({ 'hooks.json': text })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '3 hooks: no problems found.\n',
    });
  });
});
