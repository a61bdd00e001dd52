import { createErrorResponse, type Frame, type JsonRpcError } from '../frame/frame.ts';
import type { Link, Pressure } from './link.ts';

type Receiver = Parameters<Link['receive']>[0];

const INTERNAL_ERROR = { code: -32603, message: 'Internal error' };

/**
 * The same link, on which one message cannot do harm to more than itself: requests that must not be acted on are
 * refused, and whatever a receiver throws, now or later, is told to `onBug`, answered where the message was a request,
 * and goes no further.
 */
export function guardLink(link: Link, onBug: (error: unknown) => void): Link {
  function refuse({ id }: Frame, error: JsonRpcError): Pressure {
    return id === undefined ? undefined : link.send(createErrorResponse(id, error));
  }

  function fail(frame: Frame, error: unknown): Pressure {
    onBug(error);
    return frame.isRequest ? refuse(frame, INTERNAL_ERROR) : undefined;
  }

  function guard(receiver: Receiver): Receiver {
    return (frame, relatedTo) => {
      if (frame.refusal !== undefined) return refuse(frame, frame.refusal);
      try {
        return receiver(frame, relatedTo)?.catch((error: unknown) => fail(frame, error));
      } catch (error) {
        return fail(frame, error);
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
