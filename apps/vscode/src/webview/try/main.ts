// oxlint-disable import/no-unassigned-import -- elements of the library register themselves when they are loaded
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { CONTROL_STYLES } from '../control-styles.ts';
import { PAGE_STYLES } from '../page-styles.ts';
import { startPage } from '../start-page.ts';
import { createTryPage } from './create-try-page.ts';
import { TRY_STYLES } from './try-styles.ts';

startPage([CONTROL_STYLES, PAGE_STYLES, TRY_STYLES], createTryPage);
