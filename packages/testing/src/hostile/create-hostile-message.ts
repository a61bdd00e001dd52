import type { Random } from './create-random.ts';
import { createWrongValue, ODD_IDS } from './hostile-values.ts';

/** A message as it should be; what is wrong with it is added. */
export type MessageTemplate = Readonly<Record<string, unknown>>;

/** One member of a JSON object as text, so that a name can stand twice. */
interface Member {
  readonly name: string;
  readonly value: string;
}

const SPACES: readonly [string, ...string[]] = ['', '', '', '', ' ', '\t', '\n', '\r', '\r\n'];

/**
 * The text of a message with one or two things wrong with it, at any place: too deep, named twice, of another type,
 * left out, too much, too long, an odd id, line breaks between its parts, bytes that are no UTF-8, a batch, a text that breaks off.
 */
export function createHostileMessage(template: MessageTemplate, random: Random): Buffer {
  const spoilt = random.oneIn(6) ? { ...template } : spoil(template, random);
  const space = random.oneIn(3) ? (): string => random.pick(SPACES) : (): string => '';
  const message = write(spoilt, random, space);
  const text = random.oneIn(40) ? `[${message},${space()}${message}]` : message;
  if (random.oneIn(50)) return Buffer.from(text.slice(0, random.below(text.length)));
  const bytes = Buffer.from(text);
  if (random.oneIn(50)) bytes[random.below(bytes.length)] = random.pick([0xff, 0xc0, 0x00, 0x0a, 0x7b]);
  return bytes;
}

/** A JSON text that stands for itself. */
class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function spoil(template: MessageTemplate, random: Random): MessageTemplate {
  const copy: Record<string, unknown> = structuredClone(template);
  if ('id' in copy && random.oneIn(6)) copy['id'] = new Raw(random.pick(ODD_IDS));
  for (let times = random.below(2); times >= 0; times--) spoilOne(copy, random);
  return copy;
}

/** Goes down to any place of the tree and puts something else there. */
function spoilOne(root: Record<string, unknown>, random: Random): void {
  let at = root;
  for (;;) {
    const names = Object.keys(at);
    const [first, ...rest] = names;
    if (first === undefined || random.oneIn(6)) {
      at[random.pick(['_meta', 'extra', '__proto__x', 'params', 'name', 'task'])] = new Raw(createWrongValue(random));
      return;
    }
    const name = random.pick([first, ...rest]);
    const value = at[name];
    if (isTree(value) && !random.oneIn(4)) {
      at = value;
      continue;
    }
    if (random.oneIn(5)) delete at[name];
    else if (!(name === 'id' && random.oneIn(2))) at[name] = new Raw(createWrongValue(random));
    return;
  }
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Raw);
}

function write(value: unknown, random: Random, space: () => string): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) {
    return `[${value.map((each) => space() + write(each, random, space)).join(`${space()},`)}${space()}]`;
  }
  if (!isTree(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, each]): Member => ({ name, value: write(each, random, space) }));
  const twice = members[random.below(members.length)];
  if (twice !== undefined && random.oneIn(25)) members.push({ ...twice, value: createWrongValue(random) });
  const texts = members.map((each) => `${space()}${JSON.stringify(each.name)}${space()}:${space()}${each.value}`);
  return `{${texts.join(`${space()},`)}${space()}}`;
}
