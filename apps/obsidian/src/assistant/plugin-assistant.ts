import type { GivenApproval, HostModel, ModelTest } from '@toolyard/host/assistant';

/** Where a person asks. */
export interface AskedPlace {
  /** The note, by its path in the vault. */
  readonly path: string;
  /** The line of the cursor, from 1: the conversation that it stands in is meant. */
  readonly line: number;
  /** The text that is selected, which goes with the question. */
  readonly selection?: string;
}

/**
 * What a person wants: an answer to the question that stands there, an answer that goes on after the last one, or another one in place of
 * the last one.
 */
export type AskedFor = 'answer' | 'more' | 'another';

/** An answer that a model writes at this moment. */
export interface RunningAnswer {
  /** The note as it is called now. */
  readonly path: string;
  /** `provider/name`; absent until it is chosen. */
  readonly model?: string;
  /** The tool ids of calls that were approved and have not ended. */
  readonly calls: readonly string[];
}

/** The answers in notes, one at a time in each note. */
export interface NoteAnswers {
  /** Answers in the note; resolves when the answer is written as far as it came. What fails is told to people. */
  ask(place: AskedPlace, wanted?: AskedFor): Promise<void>;
  /** What can be asked for at a line of a note, so that commands know whether they are available; cheap. */
  findAskable(place: Pick<AskedPlace, 'path' | 'line'>, text: string): readonly AskedFor[];
  list(): readonly RunningAnswer[];
  /** Whether a note is answered in; any note where none is named. */
  isAnswering(path?: string): boolean;
  /** Ends the answer in a note; what came of it is kept and marked. */
  stop(path: string): void;
  stopAll(): void;
  /** Follows a note to its new path: its answer goes on there. */
  renameNote(from: string, to: string): void;
  /** Ends the answer in a note that is gone. */
  deleteNote(path: string): void;
  /** Calls the listener when `list` may give something else, until the function that it gives is called. */
  on(listener: () => void): () => void;
}

/** A provider of models as the settings show it. */
export interface ProviderView {
  /** The part of a model's id before the first `/`. */
  readonly name: string;
  /** As people call it. */
  readonly label: string;
  /** Where the key comes from; absent where there is none. */
  readonly key?: 'secret-storage' | 'environment';
  readonly takesKey: boolean;
  readonly needsKey: boolean;
  /** Where its API is; absent where nobody said it yet. */
  readonly url?: string;
  /** A model of it that most people can use. */
  readonly example?: string;
}

/** The models that this device can ask. Keys are in Obsidian's secret storage, and nowhere else. */
export interface PluginModels {
  /** The model that is chosen in the settings, for questions outside of notes; rejects with `model-not-chosen` or `model-key-missing`. */
  open(): Promise<HostModel>;
  providers(): readonly ProviderView[];
  /** Keeps the key of a provider on this device; an empty one forgets it. */
  setKey(provider: string, key: string): void;
  /** Keeps where the API of a provider is, on this device; an empty address is the provider's usual one. */
  setUrl(provider: string, url: string): Promise<void>;
  /** Makes one tiny request to a model, by its id. */
  test(model: string, signal?: AbortSignal): Promise<ModelTest>;
}

/** What people approved for good on this device, for calls of models. */
export interface PluginCallApprovals {
  list(): Promise<readonly GivenApproval[]>;
  /** Takes all approvals of a tool id, or of a server, back. */
  revoke(name: string): Promise<void>;
}

/** The assistant of the plugin, for commands and views. */
export interface PluginAssistant {
  readonly answers: NoteAnswers;
  readonly models: PluginModels;
  readonly approvals: PluginCallApprovals;
  /** Ends all answers, and closes all connections to providers; resolves when what came is written. */
  close(): Promise<void>;
}
