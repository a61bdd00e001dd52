/** What a service is made of: which workspace it watches, and what it starts. */
export interface ServiceContent {
  /** What tells it from the services of other workspaces: letters, digits, `-`, `_` and `.`. */
  readonly slug: string;
  /** Absolute. */
  readonly workspace: string;
  /** The program with its arguments, by full paths. */
  readonly words: readonly string[];
  /** Variables of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly homeDir: string;
  /** Where the user's programs keep their configuration. */
  readonly userConfigDir: string;
  readonly userId: number | string;
}

/** A command for the system, and whether it matters that it fails. */
export interface ServiceCommand {
  readonly words: readonly [string, ...string[]];
  readonly mayFail?: true;
}

/** A file that has the system keep a program running, and how the system is told of it. */
export interface KeptService {
  readonly system: 'systemd' | 'launchd';
  /** As the system knows it. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** After the file was written: starts it, and again where it runs and `isChanged`. */
  start(isChanged: boolean): readonly ServiceCommand[];
  /** Before the file is removed. */
  readonly stop: readonly ServiceCommand[];
  /** After the file was removed. */
  readonly forget: readonly ServiceCommand[];
  /** Where what it prints can be read, and what else people want to know. */
  readonly notes: readonly string[];
}
