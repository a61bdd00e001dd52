import type { Badge } from '@toolyard/documents';
import type { App } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import type { OpenDialog } from '../lifecycle/open-while-loaded.ts';

/** What everything that shows bindings shares. */
export interface BindingsHost {
  readonly app: App;
  readonly openDialog: OpenDialog;
  readonly toolyard: Toolyard;
  /** Offers what can be done at a badge of a note. */
  openBadgeMenu(path: string, badge: Badge, event: MouseEvent): void;
}
