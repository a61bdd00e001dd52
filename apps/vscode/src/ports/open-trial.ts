/** The tool that a form to try it is for. */
export interface TrialSubject {
  /** The path of the folder. */
  readonly folder: string;
  readonly server: string;
  readonly tool: string;
}

/** Opens the form of a tool, or brings it to the front where it is open. */
export type OpenTrial = (subject: TrialSubject) => void;
