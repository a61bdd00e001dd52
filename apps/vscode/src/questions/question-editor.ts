import type { Editor } from '../ports/editor.ts';

/** The part of the editor that questions are asked with. */
export type QuestionEditor = Pick<Editor, 'askText' | 'askOne' | 'askMany' | 'showText' | 'confirm' | 'openPage'>;
