/** What the form of a hook is opened for: a hook that there is, else a new one, which may begin with a tool. */
export interface FormSubject {
  /** The path of the folder. */
  readonly folder: string;
  readonly hook?: string;
  readonly tool?: { readonly server: string; readonly tool: string };
}

/** Opens the form, or brings it to the front where it is open for the same thing. */
export type OpenForm = (subject: FormSubject) => Promise<void>;
