import type { Frame, ShortTermMap } from '@toolyard/core';
import type { ElicitationOwners } from '../questions/create-elicitation-owners.ts';
import type { Session } from '../session/session.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What a server said unasked. */
export interface ServerNotice {
  readonly server: string;
  readonly notification: Frame;
  /** Whose own link it came on. */
  readonly session: string | undefined;
}

/** The clients of a gateway. */
export type Sessions = Pick<ShortTermMap<number, Session>, 'size' | 'values'>;

/** Who there is to hear it. */
export interface NoticeReceivers {
  readonly sessions: Sessions;
  readonly subscriptions: Subscriptions<Session>;
  readonly elicitations: ElicitationOwners<Session>;
}

/** Who is told: updates go to those who subscribed, the end of an elicitation to whom it belongs, everything else to all. */
export function findWanting(notice: ServerNotice, receivers: NoticeReceivers): readonly Session[] {
  const wanting = findByMethod(notice, receivers);
  return notice.session === undefined
    ? wanting
    : wanting.filter(({ respondent }) => respondent.session === notice.session);
}

function findByMethod(
  { server, notification }: ServerNotice,
  { sessions, subscriptions, elicitations }: NoticeReceivers,
): readonly Session[] {
  switch (notification.method) {
    case 'notifications/resources/updated':
      return subscriptions.wanting({ server, uri: notification.param('uri') });
    case 'notifications/elicitation/complete': {
      const owner = elicitations.ownerOf(server, notification);
      return owner === undefined ? [] : [owner];
    }
    default:
      return [...sessions.values()];
  }
}
