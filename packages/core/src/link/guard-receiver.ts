import { createErrorResponse, type Frame, type JsonRpcError } from '../frame/frame.ts';
import type { Link, Pressure } from './link.ts';

type Receiver = Parameters<Link['receive']>[0];

const INTERNAL_ERROR = { code: -32603, message: 'Internal error' };

/**
 * The same receiver, with which one message of a link cannot do harm to more than itself: requests that must not be
 * acted on are refused, and whatever the receiver throws, now or later, is told to `onBug`, answered where the message
 * was a request, and goes no further.
 */
export function guardReceiver(link: Pick<Link, 'send'>, receiver: Receiver, onBug: (error: unknown) => void): Receiver {
  function refuse({ id }: Frame, error: JsonRpcError): Pressure {
    return id === undefined ? undefined : link.send(createErrorResponse(id, error));
  }

  function fail(frame: Frame, error: unknown): Pressure {
    onBug(error);
    return frame.isRequest ? refuse(frame, INTERNAL_ERROR) : undefined;
  }

  return (frame, relatedTo) => {
    if (frame.refusal !== undefined) return refuse(frame, frame.refusal);
    try {
      return receiver(frame, relatedTo)?.catch((error: unknown) => fail(frame, error));
    } catch (error) {
      return fail(frame, error);
    }
  };
}
