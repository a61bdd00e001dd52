/** One thing that a person can do about a notice, right there. */
export interface NoticeAction {
  /** The word on its button. */
  readonly label: string;
  run(): void;
}

/** Tells people something without waiting for them. */
export type Notify = (message: string, action?: NoticeAction) => void;
