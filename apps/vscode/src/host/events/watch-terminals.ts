import { Disposable, tasks, window, workspace, type Terminal, type TerminalShellExecutionEndEvent } from 'vscode';
import { chooseTerminalFolder } from '../../events/choose-folder.ts';
import { createTaskProcesses } from '../../events/create-task-processes.ts';
import { explainTerminals } from '../../events/explain-terminals.ts';
import { toTerminalEvent } from '../../events/to-terminal-event.ts';
import type { EditorWatch } from './editor-watch.ts';

/** Tells of the end of each command in a terminal whose shell says so. The editor takes a task for a command of its terminal, which it is not. */
export function watchTerminals({ folders, teller, clock }: EditorWatch): Disposable {
  const ofTasks = createTaskProcesses(clock);
  const onEnded = async ({ execution, exitCode, terminal }: TerminalShellExecutionEndEvent): Promise<void> => {
    const cwd = execution.cwd?.fsPath ?? findCwd(terminal);
    const folder = chooseTerminalFolder(folders, { cwd });
    const event = toTerminalEvent({ line: execution.commandLine.value, exitCode, cwd, terminal: terminal.name });
    if (folder === undefined || event === undefined || ofTasks.has(await terminal.processId)) return;
    await teller.tell(folder, [event]);
  };
  return Disposable.from(
    window.onDidEndTerminalShellExecution((ended) => void onEnded(ended)),
    tasks.onDidStartTaskProcess(({ execution, processId }) => ofTasks.started(execution, processId)),
    tasks.onDidEndTaskProcess(({ execution }) => ofTasks.ended(execution)),
  );
}

/** Why the ends of commands in the terminals of this window may not be noticed: see `explainTerminals`. */
export function explainOpenTerminals(): readonly string[] {
  const settings = workspace.getConfiguration('terminal.integrated.shellIntegration');
  return explainTerminals(
    window.terminals.map(({ name, shellIntegration }) => ({
      name,
      hasShellIntegration: shellIntegration !== undefined,
    })),
    { isIntegrationEnabled: settings.get<boolean>('enabled') !== false },
  );
}

/** Where a terminal was opened; its shell may have gone elsewhere since. */
function findCwd({ shellIntegration, creationOptions }: Terminal): string | undefined {
  if (shellIntegration?.cwd !== undefined) return shellIntegration.cwd.fsPath;
  const cwd = 'cwd' in creationOptions ? creationOptions.cwd : undefined;
  return typeof cwd === 'object' ? cwd.fsPath : cwd;
}
