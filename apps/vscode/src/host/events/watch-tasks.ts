import {
  Disposable,
  ProcessExecution,
  ShellExecution,
  tasks,
  window,
  type ShellQuotedString,
  type Task,
  type TaskExecution,
} from 'vscode';
import { chooseTaskFolder } from '../../events/choose-folder.ts';
import { createTaskWatch, type TaskFacts } from '../../events/create-task-watch.ts';
import type { EditorWatch } from './editor-watch.ts';

/** Tells of the end of each task, also of one without a process. */
export function watchTasks({ clock, folders, teller }: EditorWatch): Disposable {
  const watch = createTaskWatch<TaskExecution>({
    clock,
    facts: ({ task }) => toTaskFacts(task),
    onEnded({ task }, event) {
      const folder = chooseTaskFolder(folders, {
        scope: findScope(task),
        cwd: findCwd(task),
        active: window.activeTextEditor?.document.uri.fsPath,
      });
      if (folder !== undefined) void teller.tell(folder, [event]);
    },
  });
  return Disposable.from(
    watch,
    tasks.onDidStartTask(({ execution }) => watch.started(execution)),
    tasks.onDidStartTaskProcess(({ execution }) => watch.processStarted(execution)),
    tasks.onDidEndTaskProcess(({ execution, exitCode }) => watch.processEnded(execution, exitCode)),
    tasks.onDidEndTask(({ execution }) => watch.ended(execution)),
  );
}

function toTaskFacts({ name, execution }: Task): TaskFacts {
  if (execution instanceof ProcessExecution) return { name, words: [execution.process, ...execution.args] };
  if (!(execution instanceof ShellExecution)) return { name, words: [] };
  const { commandLine, command, args = [] } = execution;
  if (commandLine !== undefined) return { name, words: [], line: commandLine };
  return { name, words: [command ?? '', ...args].map(toWord) };
}

function toWord(word: string | ShellQuotedString): string {
  return typeof word === 'string' ? word : word.value;
}

/** The folder that declares a task; those of the user and of a workspace file have none. */
function findScope({ scope }: Task): string | undefined {
  return typeof scope === 'object' ? scope.uri.fsPath : undefined;
}

function findCwd({ execution }: Task): string | undefined {
  const hasOptions = execution instanceof ProcessExecution || execution instanceof ShellExecution;
  return hasOptions ? execution.options?.cwd : undefined;
}
