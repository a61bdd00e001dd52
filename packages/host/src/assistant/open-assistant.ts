import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  createConversation,
  MESSAGE_NAMES,
  type Approver,
  type Conversation,
  type ConversationOptions,
  type MessageNames,
  type Model,
  type ToolScope,
  type UsageLimits,
} from '@toolyard/assistant';
import { KEY_VARIABLES } from '@toolyard/models';
import { checkArguments } from '@toolyard/runtime';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import { createNoteSessions } from '../documents/create-note-sessions.ts';
import { createSessionCaller } from '../documents/create-session-caller.ts';
import type { NoteYard } from '../documents/note-path.ts';
import type { NoteOptions } from '../documents/run-note-file.ts';
import type { Host } from '../ports/host.ts';
import type { UsedYard } from '../yard/use-yard.ts';
import { addKeptAccess } from './add-kept-access.ts';
import { askNoteFile, type NoteAnswer, type NoteQuestion } from './ask-note-file.ts';
import { createToolRedactor } from './create-tool-redactor.ts';
import { createToolApprovals, nameApproved, type ToolApprovals } from './create-tool-approvals.ts';
import type { KeptConversation } from './keep-conversation.ts';
import { openHostModel, type HostModel } from './open-host-model.ts';
import { openDefinitions } from './read-definitions.ts';
import { toUsageLimits } from './to-usage-limits.ts';

/** How questions are answered; what is left out is as the notes and the configuration say. */
export interface AssistantOptions
  extends
    Pick<NoteOptions, 'sessionLimit' | 'mayContinue' | 'respondent'>,
    Pick<ConversationOptions, 'serverName'>,
    Pick<ToolScope, 'isSwitchedOff'> {
  readonly approver: Approver;
  /** How the configuration of the yard was named. */
  readonly named?: NamedConfiguration;
  /** `provider/name`, for all questions. */
  readonly model?: string | undefined;
  /** The keys of the only servers whose tools are offered; none where empty. */
  readonly servers?: readonly string[] | undefined;
  /** The session of a note by its full path, that of its blocks; one of its own for this assistant where absent. */
  readonly sessionOf?: (file: string) => string;
  /** Where the paths of notes in bindings count from, in place of the configuration of the yard. */
  readonly notePlace?: NoteYard['place'] | undefined;
  /** What messages in notes are called, over what the configuration says. */
  readonly names?: MessageNames | undefined;
  /** How much a conversation may use, over what the configuration says. */
  readonly limits?: UsageLimits | undefined;
}

/** A question of a note, as far as this assistant does not know it. */
export type AssistantQuestion = Pick<
  NoteQuestion,
  'file' | 'store' | 'line' | 'question' | 'again' | 'runsBlocks' | 'attach' | 'confirm' | 'signal' | 'onEvent'
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

/** The part of a host that its assistant needs. */
type AssistantHost = Pick<Host, 'surroundings' | 'clock' | 'notify' | 'state' | 'secrets'>;

/**
 * The assistant of a host on a yard, of this process or of another one. The yard has to be open for as long as it is used. A server whose
 * entry in the file changes meanwhile is neither trusted nor approved for good, until another assistant is opened.
 */
export async function openAssistant(
  host: AssistantHost,
  used: UsedYard,
  options: AssistantOptions,
): Promise<Assistant> {
  const { hashOf, isTrusted, secrets } = await openDefinitions(host, options.named ?? {}, used);
  const surroundings = await addKeptAccess(host);
  const known = [...KEY_VARIABLES.flatMap((name) => surroundings.env[name] ?? []), ...(await secrets())];
  return new HostAssistant({ surroundings, clock: host.clock }, used, {
    ...options,
    approvals: createToolApprovals(host, { file: nameApproved(host, used.place), hashOf }),
    isTrusted,
    redact: createToolRedactor(() => [...(used.secrets ?? []), ...known]),
  });
}

type AssistantParts = AssistantOptions &
  Required<Pick<ConversationOptions, 'isTrusted' | 'redact'>> & { readonly approvals: ToolApprovals };

class HostAssistant implements Assistant {
  readonly approvals: ToolApprovals;
  readonly #host: Pick<Host, 'surroundings' | 'clock'>;
  readonly #used: UsedYard;
  readonly #options: AssistantParts;
  readonly #sessionOf: (file: string) => string;
  readonly #models = new Set<HostModel>();

  constructor(host: Pick<Host, 'surroundings' | 'clock'>, used: UsedYard, options: AssistantParts) {
    this.approvals = options.approvals;
    this.#host = host;
    this.#used = used;
    this.#options = options;
    this.#sessionOf = options.sessionOf ?? createNoteSessions();
  }

  async askNote(question: AssistantQuestion): Promise<NoteAnswer> {
    const opened: HostModel[] = [];
    try {
      return await askNoteFile(this.#host, this.#toNoteYard(), {
        ...this.#options,
        ...question,
        names: this.#options.names ?? { ...MESSAGE_NAMES, ...this.#used.configuration.settings.messageNames },
        limits: this.#limits(),
        session: this.#sessionOf(resolve(this.#host.surroundings.cwd, question.file)),
        openModel: ({ model: named }) => {
          const model = this.#openModel(named);
          opened.push(model);
          return model.model;
        },
      });
    } finally {
      for (const model of opened) this.#closeModel(model);
    }
  }

  converse(kept?: KeptConversation): OpenConversation {
    const { model } = this.#openModel();
    const session = `chat-${randomUUID()}`;
    const { yard, caller } = this.#used;
    const { servers, isSwitchedOff, sessionLimit: limit, mayContinue } = this.#options;
    const conversation = createConversation({
      ...this.#options,
      limits: this.#limits(),
      id: kept?.id ?? randomUUID(),
      messages: kept?.messages,
      usage: kept?.usage,
      model,
      clock: this.#host.clock,
      yard,
      caller: createSessionCaller({ caller, calls: yard.calls }, { session, limit, mayContinue }),
      scope: () => ({ servers, isSwitchedOff }),
      session,
      checkArguments,
    });
    return { conversation, model };
  }

  close(): void {
    for (const model of this.#models) this.#closeModel(model);
  }

  #openModel(note?: string): HostModel {
    const { model } = this.#used.configuration.settings;
    const opened = openHostModel(this.#host, { option: this.#options.model, note, configuration: model });
    this.#models.add(opened);
    return opened;
  }

  #closeModel(model: HostModel): void {
    this.#models.delete(model);
    model.close();
  }

  #toNoteYard(): NoteYard {
    const used = this.#used;
    const { yard, caller, gone } = used;
    return {
      yard,
      caller,
      gone,
      place: this.#options.notePlace ?? used.place,
      // Looked up at each use: it may be another one by then.
      get configuration() {
        return used.configuration;
      },
    };
  }

  #limits(): UsageLimits {
    return this.#options.limits ?? toUsageLimits(this.#used.configuration.settings);
  }
}
