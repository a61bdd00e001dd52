import type { App } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';

/** What everything that helps with tool calls works on. */
export interface ToolsHost {
  readonly app: App;
  readonly toolyard: Pick<Toolyard, 'tools' | 'servers' | 'readBlocks'>;
}
