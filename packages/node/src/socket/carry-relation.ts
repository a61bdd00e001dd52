import type { Frame, Link, RequestId } from '@toolyard/core';

const BEFORE = new TextEncoder().encode(',"relatedTo":');
const BRACE = 0x7d;

/**
 * The same link, on which frames take along what they are related to.
 *
 * It stands in the message itself, as its last member, and is taken out at the other end, which must do the same.
 */
export function carryRelation(link: Link): Link {
  return {
    closed: link.closed,
    close: () => link.close(),
    send: (frame, relatedTo) => link.send(relatedTo === undefined ? frame : withRelation(frame, relatedTo)),
    receive(receiver) {
      link.receive((frame) => {
        const relatedTo = frame.value('relatedTo');
        const isRelated = typeof relatedTo === 'string' || typeof relatedTo === 'number';
        return isRelated ? receiver(withoutRelation(frame), relatedTo) : receiver(frame);
      });
    },
  };
}

function withRelation(frame: Frame, relatedTo: RequestId): Frame {
  const own = frame.span('relatedTo');
  // A message that names a member twice could not be read at the other end.
  if (own !== undefined) return frame.edited([{ span: own, text: JSON.stringify(relatedTo) }]);
  const at = frame.bytes.lastIndexOf(BRACE);
  return frame.edited([{ span: { start: at, end: at }, text: `,"relatedTo":${JSON.stringify(relatedTo)}` }]);
}

function withoutRelation(frame: Frame): Frame {
  const span = frame.span('relatedTo');
  if (span === undefined) return frame;
  const start = span.start - BEFORE.length;
  // Whoever wrote it otherwise is no Toolyard, and it does no harm.
  const isOurs = BEFORE.every((byte, index) => frame.bytes[start + index] === byte);
  return isOurs ? frame.edited([{ span: { start, end: span.end }, text: '' }]) : frame;
}
