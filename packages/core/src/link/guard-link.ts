import { createErrorResponse, type JsonRpcError } from '../frame/frame.ts';
import type { Link, Pressure } from './link.ts';

type Receiver = Parameters<Link['receive']>[0];

const INTERNAL_ERROR = { code: -32603, message: 'Internal error' };

/**
 * The same link, on which one message cannot do harm to more than itself: requests that must not be acted on are
 * refused, and whatever a receiver throws, now or later, is told to `onBug`, answered where the message was a request,
 * and goes no further.
 */
export function guardLink(link: Link, onBug: (error: unknown) => void): Link {
  function guard(receiver: Receiver): Receiver {
    return (frame, relatedTo) => {
      const refuse = (error: JsonRpcError): Pressure =>
        frame.id === undefined ? undefined : link.send(createErrorResponse(frame.id, error));
      const fail = (error: unknown): Pressure => {
        onBug(error);
        return frame.isRequest ? refuse(INTERNAL_ERROR) : undefined;
      };
      if (frame.refusal !== undefined) return refuse(frame.refusal);
      try {
        return receiver(frame, relatedTo)?.catch(fail);
      } catch (error) {
        return fail(error);
      }
    };
  }

  return {
    closed: link.closed,
    close: () => link.close(),
    send: (frame, relatedTo) => link.send(frame, relatedTo),
    receive: (receiver, onLost) => link.receive(guard(receiver), onLost),
    ...(link.perRequestCapabilities === true ? { perRequestCapabilities: true } : {}),
  };
}
