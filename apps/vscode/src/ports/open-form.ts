import type { Hook } from '@toolyard/hooks';

/** What the form of a hook is opened for: a hook that there is, else a new one, which may begin with a tool or with a whole hook. */
export interface FormSubject {
  /** The path of the folder. */
  readonly folder: string;
  readonly hook?: string;
  /** Not in any file yet; its id is changed where another hook has it. */
  readonly begin?: Hook;
  readonly tool?: { readonly server: string; readonly tool: string };
}

/** Opens the form, or brings it to the front where it is open for the same thing. */
export type OpenForm = (subject: FormSubject) => Promise<void>;
