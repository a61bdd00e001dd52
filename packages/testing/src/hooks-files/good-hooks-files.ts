/** A hooks file in both formats that says the same in each. */
export interface GoodHooksFile {
  readonly name: string;
  readonly json: string;
  readonly yaml: string;
}

/** Hooks files that must be accepted. */
export const GOOD_HOOKS_FILES: readonly GoodHooksFile[] = [
  { name: 'no hooks', json: '{ "version": 1, "hooks": [] }', yaml: 'version: 1\nhooks: []\n' },
  {
    name: 'the one of the documentation, with comments, trailing commas and a schema',
    json: `// Ours.
{ "$schema": "./hooks.schema.json", "version": 1,
  "hooks": [ {
    "id": "announce-spec", "name": "Announce a new spec", "enabled": true,
    "trigger": { "event": "file.saved", "paths": ["specs/**/spec.md", "!specs/old/**"], },
    "action": { "type": "mcp", "parameters": {
      "serverId": "chat", "toolName": "post_message",
      "parameterMappings": [
        { "toolParam": "channel", "source": "literal",  "value": "#specs" },
        { "toolParam": "text",    "source": "template", "value": "{feature} on {branch} by {user}" },
        { "toolParam": "branch",  "source": "context",  "value": "branch", "default": null }, ],
      "timeout": 30000 } } }, ] }`,
    yaml: `# Ours.
$schema: ./hooks.schema.json
version: 1
hooks:
  - id: announce-spec
    name: Announce a new spec
    enabled: true
    trigger:
      event: file.saved
      paths: [specs/**/spec.md, "!specs/old/**"]
    action:
      type: mcp
      parameters:
        serverId: chat
        toolName: post_message
        parameterMappings:
          - { toolParam: channel, source: literal, value: "#specs" }
          - { toolParam: text, source: template, value: "{feature} on {branch} by {user}" }
          - { toolParam: branch, source: context, value: branch, default: null }
        timeout: 30000
`,
  },
  {
    name: 'values of every kind, and conditions of every form',
    json: `{ "version": 1, "hooks": [ { "id": "Every.kind_1", "description": "", "group": "Every kind", "enabled": false,
      "trigger": { "event": "hook.ended", "if": { "status": "success", "hook": ["a", "b"], "result.items[0].id": 5,
        "data.ticket": { "exists": true, "matches": "T-*" }, "branch": { "is": ["main", null], "not": "dev" } } },
      "policy": "debounce", "debounceMs": 600000,
      "action": { "type": "mcp", "parameters": { "serverId": "vs-code/chat", "toolName": "a/b.c-d", "timeout": 1000,
        "parameterMappings": [
          { "toolParam": "a", "source": "literal", "value": null },
          { "toolParam": "b", "source": "literal", "value": { "__proto__": 1, "c": [1.5, true, "\\u0000 {not} a template"] } },
          { "toolParam": "filter.tags", "source": "template", "value": ["{{}}", { "{x}": "{data.ticket}" }], "default": [] },
          { "toolParam": "d", "source": "context", "value": "result.items[0].id" } ] } } } ] }`,
    yaml: `version: 1
hooks:
  - id: Every.kind_1
    description: ""
    group: Every kind
    enabled: false
    trigger:
      event: hook.ended
      if:
        status: success
        hook: [a, b]
        "result.items[0].id": 5
        data.ticket: { exists: true, matches: T-* }
        branch: { is: [main, null], not: dev }
    policy: debounce
    debounceMs: 600000
    action:
      type: mcp
      parameters:
        serverId: vs-code/chat
        toolName: a/b.c-d
        timeout: 1000
        parameterMappings:
          - { toolParam: a, source: literal, value: ~ }
          - toolParam: b
            source: literal
            value:
              __proto__: 1
              c: [1.5, true, "\\0 {not} a template"]
          - toolParam: filter.tags
            source: template
            value: ["{{}}", { "{x}": "{data.ticket}" }]
            default: []
          - { toolParam: d, source: context, value: "result.items[0].id" }
`,
  },
  {
    name: 'programs, schedules and agents',
    json: `{ "version": 1, "hooks": [
      { "id": "p", "trigger": { "event": "file.renamed", "batch": true }, "policy": "replace",
        "action": { "type": "custom", "parameters": { "command": "node", "args": ["scripts/a.mjs", "{path}", "$HOME", "; rm -rf /"],
          "cwd": "scripts/..b", "env": { "WHERE": "{workspace}", "ProgramFiles(x86)": "" } } } },
      { "id": "s", "trigger": { "event": "schedule", "cron": "0 9 * * 1", "timeZone": "Europe/Berlin", "missed": "skip" },
        "action": { "type": "custom", "parameters": { "command": "x" } } },
      { "id": "g", "trigger": { "event": "agent", "agent": "speckit", "operation": "specify", "timing": "before" },
        "action": { "type": "custom", "parameters": { "command": "x" } } } ] }`,
    yaml: `version: 1
hooks:
  - id: p
    trigger: { event: file.renamed, batch: true }
    policy: replace
    action:
      type: custom
      parameters:
        command: node
        args: [scripts/a.mjs, "{path}", $HOME, "; rm -rf /"]
        cwd: scripts/..b
        env:
          WHERE: "{workspace}"
          ProgramFiles(x86): ""
  - id: s
    trigger: { event: schedule, cron: 0 9 * * 1, timeZone: Europe/Berlin, missed: skip }
    action: &program { type: custom, parameters: { command: x } }
  - id: g
    trigger: { event: agent, agent: speckit, operation: specify, timing: before }
    action: *program
`,
  },
  {
    name: 'a model with tools, an agent of the command line, and the chat of an editor',
    json: `{ "version": 1, "hooks": [
      { "id": "review", "trigger": { "event": "git.committed" },
        "action": { "type": "agent", "parameters": { "operation": "ask", "prompt": "Review {commit}: {message}", "system": "Be {brief",
          "model": "anthropic/claude", "tools": ["files:read_file", "vs-code/files:list_*"], "servers": [], "turns": 5, "timeout": 60000 } } },
      { "id": "fix", "trigger": { "event": "manual" },
        "action": { "type": "agent", "parameters": { "operation": "command", "command": "claude", "args": ["-p", "{data.what}", ""],
          "cwd": "src", "env": { "LANG": "C" }, "envFrom": ["ANTHROPIC_API_KEY"], "input": "" } } },
      { "id": "talk", "trigger": { "event": "task.ended" },
        "action": { "type": "agent", "parameters": { "operation": "chat", "prompt": "/fix {command}", "mode": "agent" } } } ] }`,
    yaml: `version: 1
hooks:
  - id: review
    trigger: { event: git.committed }
    action:
      type: agent
      parameters:
        operation: ask
        prompt: "Review {commit}: {message}"
        system: "Be {brief"
        model: anthropic/claude
        tools: [files:read_file, "vs-code/files:list_*"]
        servers: []
        turns: 5
        timeout: 60000
  - id: fix
    trigger: { event: manual }
    action:
      type: agent
      parameters:
        operation: command
        command: claude
        args: ["-p", "{data.what}", ""]
        cwd: src
        env: { LANG: C }
        envFrom: [ANTHROPIC_API_KEY]
        input: ""
  - id: talk
    trigger: { event: task.ended }
    action:
      type: agent
      parameters:
        operation: chat
        prompt: "/fix {command}"
        mode: agent
`,
  },
  {
    name: 'operations of git and GitHub',
    json: `{ "version": 1, "hooks": [
      { "id": "g", "trigger": { "event": "file.saved" },
        "action": { "type": "git", "parameters": { "operation": "commit", "message": "{path}", "paths": ["{path}"], "timeout": 5000 } } },
      { "id": "h", "trigger": { "event": "hook.ended" },
        "action": { "type": "github", "parameters": { "operation": "request-review", "repository": "ada/shop.js", "pull": "{result.number}",
          "teamReviewers": ["core"], "baseUrl": "https://ghe.example.com/api/v3", "tokenEnv": "GHE_TOKEN" } } },
      { "id": "i", "trigger": { "event": "manual" },
        "action": { "type": "github", "parameters": { "operation": "close-issue", "repository": "ada/shop", "issue": 7, "reason": "not_planned" } } } ] }`,
    yaml: `version: 1
hooks:
  - id: g
    trigger: { event: file.saved }
    action:
      type: git
      parameters: { operation: commit, message: "{path}", paths: ["{path}"], timeout: 5000 }
  - id: h
    trigger: { event: hook.ended }
    action:
      type: github
      parameters:
        operation: request-review
        repository: ada/shop.js
        pull: "{result.number}"
        teamReviewers: [core]
        baseUrl: https://ghe.example.com/api/v3
        tokenEnv: GHE_TOKEN
  - id: i
    trigger: { event: manual }
    action: { type: github, parameters: { operation: close-issue, repository: ada/shop, issue: 7, reason: not_planned } }
`,
  },
];
