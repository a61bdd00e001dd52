import type { JsonObject, ServerState } from '@toolyard/core';
import type { StoredServer } from '../settings/plugin-data.ts';
import type { UnapprovedServer } from '../ports/note-app.ts';

/** A tool of a server, whether it is offered or not. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  /** Its switch: notes and clients can use it. */
  readonly isOn: boolean;
  /** About so many tokens of a model's context; absent where its definition is not known, as for one that is switched off. */
  readonly tokens?: number;
  /** The JSON schema of its arguments; absent as `tokens` is. */
  readonly inputSchema?: unknown;
}

/** Why a server is not started though it is switched on; shown where its state would be. */
export type ServerBlock = 'not-approved' | 'changed' | 'needs-secret';

/** One server as settings and views show it. Times are ISO 8601 in UTC. */
export interface ServerView {
  readonly name: string;
  /** Its switch. */
  readonly isOn: boolean;
  /** `disabled` and `idle` also before a yard runs. */
  readonly state: ServerState;
  /** What a person has to do here before it can be started; absent where nothing is. */
  readonly block?: ServerBlock;
  /** The names of secrets that this device has no value for. */
  readonly missingSecrets: readonly string[];
  /** One sentence for people: what it does now, and why it failed. */
  readonly text: string;
  readonly latencyMs?: number;
  readonly reason?: string;
  readonly lastAttemptAt?: string;
  readonly lastConnectedAt?: string;
  readonly nextTryAt?: string;
  /** What it last said it has; empty where it was never connected. */
  readonly tools: readonly ServerTool[];
  /** `trust` was given to it on this device. */
  readonly isTrusted: boolean;
  /** The definition in data.json; absent where a `toolyard.json` is used. */
  readonly stored?: StoredServer;
}

/** What a test of a connection gave. */
export type ConnectionTest =
  | {
      readonly ok: true;
      /** The tools that it has, all of them on. */
      readonly tools: readonly ServerTool[];
      readonly ms: number;
    }
  | {
      readonly ok: false;
      /** What failed, why, and what to do. */
      readonly reason: string;
      /** What it last wrote to its stderr, oldest first. */
      readonly lastLines: readonly string[];
      /** It asks for a login. */
      readonly needsLogin?: true;
    };

/** A definition that was approved on this device. */
export interface ServerApproval {
  readonly name: string;
  /** What may be started, as it would stand in a configuration file. */
  readonly entry: UnapprovedServer['entry'];
  /** The vault has it, and just like that. */
  readonly isCurrent: boolean;
}

/** A server as a form gives it. */
export type ServerDraft = Pick<StoredServer, 'name' | 'definition'>;

/** A binding that is stored with a server, and its place there. */
export interface StoredBinding {
  readonly server: string;
  readonly index: number;
  readonly binding: JsonObject;
}

/** A secret that definitions name as `${input:ID}`. */
export interface SecretName {
  readonly id: string;
  /** The servers that use it. */
  readonly servers: readonly string[];
  /** This device has a value for it. */
  readonly isSet: boolean;
}

/** The configuration file that is used instead of the servers of data.json. */
export interface NamedFile {
  readonly file: string;
  /** Why it cannot be used, for people. */
  readonly problem?: string;
}

/**
 * What settings and views do with servers. Every method that changes something rejects with a `ToolyardError` whose message is a sentence for people. While a
 * `toolyard.json` is used, its servers are listed, tested and switched; they are edited in that file.
 */
export interface PluginServers {
  /** In the order of the settings. Cheap: it starts and reads nothing. */
  list(): readonly ServerView[];
  /** Calls the listener when `list` may give something else, until the function that it gives is called. */
  on(listener: () => void): () => void;
  /**
   * Opens the yard with what is approved, so that states and tools are known. Asks nobody, and starts only servers whose tools are not known
   * from an earlier run.
   */
  open(): Promise<void>;

  /** Adds a server, switched off until its first successful test; a person wrote it here, so it is approved. */
  add(draft: ServerDraft): Promise<void>;
  /**
   * Replaces a server as a person saw it, by another definition and maybe another name, which notes keep (see `findUses`). Rejects with
   * `config-invalid` where the vault has another definition by now. Where the former one was approved the new one is, since a person wrote
   * it here; otherwise they are asked before it starts.
   */
  replace(former: ServerDraft, draft: ServerDraft): Promise<void>;
  /** Removes a server, and what was approved for it; others run on. */
  remove(name: string): Promise<void>;

  /**
   * Switches a server on or off; on, one that was given up is tried again. Whoever switches on a definition that was not approved here is
   * asked first; rejects with `config-not-approved` where they say no.
   */
  switchServer(name: string, isOn: boolean): Promise<void>;
  switchTool(name: string, tool: string, isOn: boolean): Promise<void>;
  /** Tries a server again that was auto-disabled or failed. */
  retry(name: string): Promise<void>;
  /**
   * Connects, lists the tools and, where the server was not running, disconnects; `limitMs` is the most it may take. The first successful test of
   * a server switches it on. A draft is what a form has right now: it is started as it stands there.
   */
  test(
    server: string | ServerDraft,
    options?: { readonly limitMs?: number; readonly signal?: AbortSignal },
  ): Promise<ConnectionTest>;
  /** Resolves when no test of a connection is left; all of them end when the yard is closed. */
  testsEnded(): Promise<void>;

  /** Sets the token that a server at an address asks for: kept as a secret of this device, and named in its headers. */
  logIn(name: string, token: string): Promise<void>;
  /** Forgets that token. */
  logOut(name: string): Promise<void>;

  /** The definitions of the vault that may not be started as they are now, with what was approved before. */
  findUnapproved(): Promise<readonly UnapprovedServer[]>;
  /** Asks a person about a definition of the vault, showing the difference; whether they approved it. */
  askApproval(name: string): Promise<boolean>;
  listApprovals(): Promise<readonly ServerApproval[]>;
  /** Takes an approval back: its server is stopped, and starts nothing until it is approved again. */
  revoke(name: string): Promise<void>;
  /** Gives a server `trust`, on this device only, or takes it. */
  setTrust(name: string, isTrusted: boolean): Promise<void>;

  listSecrets(): readonly SecretName[];
  /** Keeps a value in Obsidian's secret storage; servers that use it start again with it. An empty value forgets it. */
  setSecret(id: string, value: string): Promise<void>;

  /** The `toolyard.json` that is used on this device; `undefined` where data.json has the servers. */
  namedFile(): NamedFile | undefined;
  /** Uses another configuration file from now on, or data.json again; rejects where it lies in the vault or is no configuration. */
  useFile(file: string | undefined): Promise<void>;

  /** The notes that name a server in blocks or bindings, by their paths. */
  findUses(name: string): Promise<readonly string[]>;
  /** Puts another name into those notes, open or closed; the paths of those that were changed. */
  renameInNotes(from: string, to: string): Promise<readonly string[]>;
  /** Lets a binding that counts in every note count in one of them only; rejects with `config-invalid` where it stands there no more. */
  bindToNote(stored: StoredBinding, path: string): Promise<void>;
}
