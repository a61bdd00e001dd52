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

const ABOUT_EXAMPLE =
  '"tasks" is the built-in task server, which runs if there is no configuration file; ' +
  '"toolyard add tasks --builtin tasks" adds it to one. "toolyard hooks servers" lists what else a hook can call.';

/** Says that there are no hooks, and how to get one: where to write it, what it looks like and needs, and that it has to be approved. */
export function explainNoHooks({ files, lookedFor }: Pick<ReadHooks, 'files' | 'lookedFor'>): string {
  const empty = [files.workspace, files.user].flatMap((read) => (read === undefined ? [] : [read.file]));
  const { workspace, user } = lookedFor;
  const begin =
    empty.length > 0
      ? `There are no hooks in ${empty.join(' and ')}. Write one there`
      : `There are no hooks yet. Write one into ${workspace}, or for all workspaces into ${user} (or .yaml, .yml)`;
  return `${begin}, then run "toolyard hooks approve". For example:\n\n${EXAMPLE}\n\n${ABOUT_EXAMPLE}`;
}
