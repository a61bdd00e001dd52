import type {
  AskedQuestion,
  CatalogueEntry,
  CatalogueKind,
  Clock,
  Frame,
  LinkStarter,
  Log,
  Pressure,
  Question,
  ServerDefinition,
  ServerMemory,
  Settings,
} from '@toolyard/core';
import type { ListLimits } from '../catalogue/list-limits.ts';
import type { HandshakeCaller } from '../link/handshake.ts';
import type { QuestionLimit } from '../link/create-question-limit.ts';
import type { CopyLimit } from './create-copy-limit.ts';

export interface ServerOptions {
  readonly definition: ServerDefinition;
  /** Tells this definition from an earlier one under the same key. */
  readonly definitionHash: string;
  /** May change while the server lives. */
  settings(): Pick<
    Settings,
    'retryDelaysMs' | 'healthCheckMs' | 'startTimeoutMs' | 'sessionCopyLimit' | keyof ListLimits
  >;
  /** Bounds the copies of all servers of the yard together. */
  readonly copies: CopyLimit;
  /** Bounds the questions of all servers at URLs together. */
  readonly questionLimit: QuestionLimit;
  readonly links: LinkStarter;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: ServerMemory;
  readonly caller: HandshakeCaller;
  /** No next try is promised, since the yard ends with the command that it was started for. */
  readonly isForOneCommand?: boolean;
  /** Takes secrets out of what is shown and kept of a failure. */
  redact(text: string): string;
  onChange(): void;
  onAutoDisabled(reason: string): void;
  onList(kind: CatalogueKind, entries: readonly CatalogueEntry[]): void;
  /** These kinds of lists are others for clients of one set of capabilities. */
  onSetChange(set: string, kinds: readonly CatalogueKind[]): void;
  /** `session` is whose own link it came on, if it is one's own. */
  onNotification(notification: Frame, session?: string): Pressure;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated(question: Question, session?: string): AskedQuestion | undefined;
}
