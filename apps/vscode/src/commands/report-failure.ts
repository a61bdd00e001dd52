import { ToolyardError } from '@toolyard/core';
import type { Editor } from '../ports/editor.ts';

/** Where failures of commands are told. */
export interface FailureReport {
  readonly editor: Pick<Editor, 'notify'>;
  /** The output channel of the extension. */
  readonly output: { error(message: string): void; show(): void };
}

const SHOW = 'Show Output';

/** Tells a person why a command failed: in the words of the error where it is one that was expected, else with its details in the output. */
export async function reportFailure(error: unknown, command: string, { editor, output }: FailureReport): Promise<void> {
  const isExpected = ToolyardError.is(error);
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  output.error(isExpected ? `${command}: ${error.code}: ${error.message}` : `${command}: ${details}`);
  const message = isExpected ? error.message : `"${command}" failed unexpectedly. The details are in the output.`;
  if ((await editor.notify('error', message, SHOW)) === SHOW) output.show();
}
