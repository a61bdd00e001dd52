/** Where a host runs: whose machine, which folder, which variables. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start, and where a configuration is looked for first. */
  readonly cwd: string;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** The program was started by a desktop, whose PATH is short: servers get that of the login shell; false where absent. */
  readonly isDesktop?: boolean;
}
