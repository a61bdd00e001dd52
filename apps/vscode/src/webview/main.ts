// oxlint-disable import/no-unassigned-import -- elements of the library register themselves when they are loaded
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { CONTROL_STYLES } from './control-styles.ts';
import { createFormPage } from './create-form-page.ts';
import { PAGE_STYLES } from './page-styles.ts';
import { startPage } from './start-page.ts';

startPage([CONTROL_STYLES, PAGE_STYLES], createFormPage);
