import type { TrialSubject } from '../try/kept-trial.ts';

/** Opens the form of a tool, or brings it to the front where it is open. */
export type OpenTrial = (subject: TrialSubject) => void;
