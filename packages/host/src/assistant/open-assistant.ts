import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  createConversation,
  type Approver,
  type Conversation,
  type ConversationOptions,
  type MessageNames,
  type Model,
  type UsageLimits,
} from '@toolyard/assistant';
import { createRedactor, type Settings } from '@toolyard/core';
import { KEY_VARIABLES } from '@toolyard/models';
import { checkArguments } from '@toolyard/runtime';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import { createNoteSessions } from '../documents/create-note-sessions.ts';
import { createSessionCaller } from '../documents/create-session-caller.ts';
import type { NoteOptions } from '../documents/run-note-file.ts';
import type { Host } from '../ports/host.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import type { UsedYard } from '../yard/use-yard.ts';
import { askNoteFile, type NoteAnswer, type NoteQuestion } from './ask-note-file.ts';
import { createToolApprovals, nameApproved, type ToolApprovals } from './create-tool-approvals.ts';
import type { KeptConversation } from './keep-conversation.ts';
import { openHostModel, type HostModel } from './open-host-model.ts';
import { readDefinitions } from './read-definitions.ts';

/** How questions are answered; what is left out is as the notes and the configuration say. */
export interface AssistantOptions extends Pick<NoteOptions, 'sessionLimit' | 'mayContinue' | 'respondent'> {
  readonly approver: Approver;
  /** How the configuration of the yard was named. */
  readonly named?: NamedConfiguration;
  /** `provider/name`, for all questions. */
  readonly model?: string | undefined;
  /** The keys of the only servers whose tools are offered; none where empty. */
  readonly servers?: readonly string[] | undefined;
  /** The session of a note by its full path, that of its blocks; one of its own for this assistant where absent. */
  readonly sessionOf?: (file: string) => string;
  /** What messages in notes are called. */
  readonly names?: MessageNames;
  /** How much a conversation may use, over what the configuration says. */
  readonly limits?: UsageLimits | undefined;
}

/** A question of a note, as far as this assistant does not know it. */
export type AssistantQuestion = Pick<
  NoteQuestion,
  'file' | 'store' | 'line' | 'question' | 'again' | 'runsBlocks' | 'signal' | 'onEvent'
>;

/** A conversation outside of notes. */
export interface OpenConversation {
  readonly conversation: Conversation;
  readonly model: Pick<Model, 'id'>;
}

/** A model with the tools of a yard, for the people of one host. */
export interface Assistant {
  /** What people approved for good; calls of all questions use it. */
  readonly approvals: ToolApprovals;
  /** Answers a question of a note in the note; rejects as `askNoteFile` does. */
  askNote(question: AssistantQuestion): Promise<NoteAnswer>;
  /** Begins a conversation, or goes on with one; throws `model-not-chosen` and `model-key-missing`. */
  converse(kept?: KeptConversation): OpenConversation;
  /** Ends every connection to providers. */
  close(): void;
}

/** The assistant of a host on a yard, of this process or of another one. The yard has to be open for as long as it is used. */
export async function openAssistant(
  host: Pick<Host, 'surroundings' | 'clock' | 'notify' | 'state' | 'secrets'>,
  used: UsedYard,
  options: AssistantOptions,
): Promise<Assistant> {
  const { named = {}, sessionOf = createNoteSessions(), ...given } = options;
  const models: HostModel[] = [];
  const definitions = readDefinitions(host, named, used);
  const approvals = createToolApprovals(host, { file: nameApproved(host, used.place), hashOf: definitions.hashOf });
  const surroundings = await addKeptKeys(host);
  const keys = KEY_VARIABLES.flatMap((name) => surroundings.env[name] ?? []);
  const known = [...keys, ...(await definitions.secrets())];
  const redact = createToolRedactor(() => [...(used.secrets ?? []), ...known]);

  function openModel(note?: string): Model {
    const choices = { option: options.model, note, configuration: used.configuration.settings.model };
    const opened = openHostModel({ surroundings, clock: host.clock }, choices);
    models.push(opened);
    return opened.model;
  }

  const common = (): Pick<ConversationOptions, 'approvals' | 'isTrusted' | 'redact' | 'limits'> => ({
    approvals,
    isTrusted: definitions.isTrusted,
    redact,
    limits: options.limits ?? toLimits(used.configuration.settings),
  });

  return {
    approvals,
    askNote(question) {
      const session = sessionOf(resolve(host.surroundings.cwd, question.file));
      const { servers, names, respondent, sessionLimit, mayContinue, approver } = given;
      return askNoteFile(host, used, {
        ...question,
        ...common(),
        approver,
        session,
        sessionLimit,
        mayContinue,
        ...(respondent !== undefined && { respondent }),
        ...(names !== undefined && { names }),
        ...(servers !== undefined && { servers }),
        openModel: ({ model }) => openModel(model),
      });
    },
    converse(kept) {
      const model = openModel();
      const session = `chat-${randomUUID()}`;
      const { sessionLimit: limit, mayContinue, servers, approver, respondent } = given;
      const conversation = createConversation({
        ...common(),
        approver,
        respondent,
        id: kept?.id ?? randomUUID(),
        messages: kept?.messages,
        usage: kept?.usage,
        model,
        clock: host.clock,
        yard: used.yard,
        caller: createSessionCaller({ caller: used.caller, calls: used.yard.calls }, { session, limit, mayContinue }),
        scope: () => ({ servers }),
        session,
        checkArguments,
      });
      return { conversation, model };
    },
    close() {
      for (const { close } of models) close();
    },
  };
}

function toLimits({ conversationTokenLimit: tokens = -1 }: Settings): UsageLimits {
  return tokens === -1 ? {} : { tokens };
}

/** The keys of providers that the environment does not have, from the host's own place for secrets. */
async function addKeptKeys({ surroundings, secrets }: Pick<Host, 'surroundings' | 'secrets'>): Promise<Surroundings> {
  const missing = KEY_VARIABLES.filter((name) => (surroundings.env[name] ?? '') === '');
  // Where the place cannot be used, the message about the missing key says what else to do.
  const found = missing.map(async (name) => [name, await secrets?.read(name).catch(() => undefined)] as const);
  return { ...surroundings, env: { ...surroundings.env, ...Object.fromEntries(await Promise.all(found)) } };
}

/** A yard may get other servers, with other secrets, during a conversation. */
function createToolRedactor(secretsNow: () => readonly string[]): (text: string) => string {
  let known = '';
  let redact = createRedactor([], Infinity);
  return (text) => {
    const secrets = secretsNow();
    const now = JSON.stringify(secrets);
    if (now !== known) redact = createRedactor(secrets, Infinity);
    known = now;
    return redact(text);
  };
}
