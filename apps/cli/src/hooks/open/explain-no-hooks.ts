import type { ReadHooks } from '@toolyard/host/hooks';

// It works as it stands where there is no configuration: the task server is there then.
const EXAMPLE = `{
  "version": 1,
  "hooks": [
    {
      "id": "review-commit",
      "trigger": { "event": "git.committed" },
      "action": {
        "type": "mcp",
        "parameters": {
          "serverId": "tasks",
          "toolName": "create_task",
          "parameterMappings": [{ "toolParam": "title", "source": "template", "value": "Review {message}" }]
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
