import { DEFAULT_SETTINGS, type JsonObject, type Naming } from '@toolyard/core';
import { MESSAGE_NAMES, type MessageNames } from '@toolyard/host/assistant';

/** A server as data.json has it. */
export interface StoredServer {
  readonly id: string;
  /** Its key: the language of its blocks, and its name in every message. */
  readonly name: string;
  readonly enabled: boolean;
  /** The fields of a configuration entry, as they would stand in a `toolyard.json`; checked when the server is used. */
  readonly definition: JsonObject;
  readonly health: ServerHealth;
  /** Bindings of sections as they are stored with the server; `bindings` of the settings has them as a configuration would. */
  readonly sectionBindings: readonly JsonObject[];
  /** What is stored in the members above and has no form that can be used; it is written back until something else stands there. */
  readonly unused?: JsonObject;
}

/** What is stored of how a server fared, on whichever device it was. */
export interface ServerHealth {
  /** Milliseconds since 1970. */
  readonly lastConnectedAt?: number;
  readonly failureCount: number;
  readonly autoDisabled: boolean;
}

/** The settings of the plugin; limits of -1 are unlimited. */
export interface PluginData {
  readonly servers: readonly StoredServer[];
  /** The sections of notes that belong to one server, as a configuration has them. */
  readonly bindings: readonly JsonObject[];
  readonly timeoutMs: number;
  readonly concurrentLimit: number;
  readonly sessionLimit: number;
  /** How gateway clients that share this yard see tool names. */
  readonly naming: Naming;
  readonly assistant: AssistantSettings;
}

/** When people see what is sent to a model before it is: each time, when they ask a model for the first time in a note, or not at all. */
export type PreviewRule = 'always' | 'first' | 'never';

/** How models are asked. Keys and addresses are no part of it: a vault does not decide where notes are sent. */
export interface AssistantSettings {
  /** The models that people choose from: `provider/name`. */
  readonly models: readonly string[];
  /** The one that is asked where a note names none. */
  readonly model?: string;
  readonly preview: PreviewRule;
  /** What messages in notes are called. */
  readonly names: MessageNames;
  /** The most tokens of one question with its answer; -1 is unlimited. */
  readonly tokenLimit: number;
  /** What is stored beside these, or has no form that can be used; it is written back. */
  readonly unused?: JsonObject;
}

/** What notes are read by: which servers there are, and what is bound to them. */
export interface KnownServers extends Pick<PluginData, 'bindings'> {
  readonly servers: readonly Pick<StoredServer, 'name' | 'enabled'>[];
}

/** Settings of a vault that has none. */
export const NO_DATA: PluginData = {
  servers: [],
  bindings: [],
  timeoutMs: DEFAULT_SETTINGS.timeoutMs,
  concurrentLimit: DEFAULT_SETTINGS.concurrentLimit,
  sessionLimit: DEFAULT_SETTINGS.sessionLimit,
  naming: DEFAULT_SETTINGS.naming,
  assistant: { models: [], preview: 'first', names: MESSAGE_NAMES, tokenLimit: -1 },
};
