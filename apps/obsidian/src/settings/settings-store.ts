import type { PluginData } from './plugin-data.ts';

/** What a change of the settings gives anew; what it leaves out stays. */
export type SettingsChange = Partial<Omit<PluginData, 'bindings'>>;

/** The settings of the plugin, which follow data.json while the plugin is loaded. */
export interface SettingsStore {
  /** As they count now. Another object whenever something in it is different. */
  readonly data: PluginData;
  /** What in data.json cannot be used, a sentence each for people. */
  readonly problems: readonly string[];
  /** Why nothing can be changed now, for people: the file is of a newer version, or broken. */
  readonly readOnly: string | undefined;
  /** Calls the listener after each change of the three above, from here or from outside, until the function that it gives is called. */
  on(listener: () => void): () => void;
  /**
   * Changes the settings as they are in the file at that moment, checks them, and writes them; a change that gives what there is writes
   * nothing. Rejects with `config-invalid` and a sentence for people where they are read-only or the change is wrong, and writes nothing then.
   */
  change(edit: (data: PluginData) => SettingsChange): Promise<void>;
  /** Reads data.json again, which somebody else may have changed. */
  reload(): Promise<void>;
}
