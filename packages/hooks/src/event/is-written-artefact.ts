import type { ArtefactSign } from '../hook/agent-operations.ts';

/** What stands in the titles of spec-kit's templates, which it copies into place before anything is written. */
const BLANK = /\[(?:FEATURE(?: NAME)?|PROJECT[_ ]NAME|CHECKLIST TYPE)\]/;
const TITLE = /^#[ \t]+.*$/m;
const TASK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]+\S/m;

/** Whether the text of an artefact is the agent's, and not an empty file, a template or a list without tasks. */
export function isWrittenArtefact(sign: Exclude<ArtefactSign, 'content'>, text: string): boolean {
  if (text.trim() === '') return false;
  const [title = ''] = TITLE.exec(text) ?? [];
  if (BLANK.test(title)) return false;
  return sign === 'text' || TASK.test(text);
}
