/** A value that a person is asked for, as VS Code's `inputs` declare it. */
export interface ConfigInput {
  readonly id: string;
  /** The question. */
  readonly description?: string;
  /** What is typed is not to be shown. */
  readonly password: boolean;
  readonly default?: string;
  /** The answers to pick from. */
  readonly options?: readonly string[];
}
