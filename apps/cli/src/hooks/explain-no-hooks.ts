import type { ReadHooks } from './open-hooks.ts';

const EXAMPLE = `{
  "version": 1,
  "hooks": [
    {
      "id": "announce-spec",
      "trigger": { "event": "file.saved", "paths": ["specs/**/spec.md"] },
      "action": {
        "type": "mcp",
        "parameters": {
          "serverId": "chat",
          "toolName": "post_message",
          "parameterMappings": [{ "toolParam": "text", "source": "template", "value": "{feature} changed" }]
        }
      }
    }
  ]
}`;

/** Says that there are no hooks, where they are looked for, and what a file looks like. */
export function explainNoHooks({ files, lookedFor }: Pick<ReadHooks, 'files' | 'lookedFor'>): string {
  const empty = [files.workspace, files.user].flatMap((read) => (read === undefined ? [] : [read.file]));
  if (empty.length > 0) return `There are no hooks in ${empty.join(' and ')}.`;
  const { workspace, user } = lookedFor;
  return `There are no hooks. They are looked for in ${workspace} and ${user} (or .yaml, .yml). For example:\n\n${EXAMPLE}`;
}
