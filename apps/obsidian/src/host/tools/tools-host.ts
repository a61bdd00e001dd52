import type { App } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import type { OpenDialog } from '../lifecycle/open-while-loaded.ts';

/** What everything that helps with tool calls works on. */
export interface ToolsHost {
  readonly app: App;
  readonly openDialog: OpenDialog;
  readonly toolyard: Pick<Toolyard, 'tools' | 'servers' | 'readBlocks'>;
}
