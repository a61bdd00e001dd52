/** Where an editor of VS Code's kind keeps what is the user's. */
export interface EditorFolders {
  /** Its folder `User`. */
  readonly user: string;
  /** The folder of the profile that the window has, where that is not the default one. */
  readonly profile?: string;
}

/** Where a host runs: whose machine, which folder, which variables. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start, and where a configuration is looked for first. */
  readonly cwd: string;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  /** The user's number; the user's name on Windows. */
  readonly userId: number | string;
  /** The editor that this runs in, if it is one. */
  readonly editor?: EditorFolders;
  /** The program was started by a desktop, whose PATH is short: servers get that of the login shell; false where absent. */
  readonly isDesktop?: boolean;
}
