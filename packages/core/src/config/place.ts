import type { Reporter } from './create-reporter.ts';
import { describeShape } from './describe-shape.ts';
import type { Shape } from './shape.ts';
import type { SourceNode } from './source-node.ts';
import { type JsonPath, toFieldName } from './to-json-path.ts';

/** A value of the file, and where it stands. */
export interface Place {
  readonly node: SourceNode;
  readonly path: JsonPath;
  /** How many steps of the path name what is around the value; messages leave them out. */
  readonly around: number;
}

/** What reading needs besides the value. */
export interface ReadContext {
  readonly reporter: Reporter;
  /** Puts variables in; one that is missing is reported, and stays in the text. Absent: strings stay as they are written. */
  readonly expand?: (text: string, place: Place) => Expanded;
  /** Collects the values that `expand` puts in and that are secrets by the names of their variables. */
  readonly secrets?: readonly string[];
  /** The environment variables that `expand` found missing, by server. */
  readonly missing?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Unknown keys are problems rather than warnings, and no text holds variables. */
  readonly strict?: true;
}

/** A text with variables put in. */
export interface Expanded {
  readonly text: string;
  /** A variable stays in it, so that what it will be is not known and not checked. */
  readonly isOpen: boolean;
}

/** One member of an object in the file. */
export interface ConfigMember {
  readonly key: string;
  readonly keyNode: SourceNode;
  readonly place: Place;
}

/** The members of an object; a key that stands twice is read once, and reported where there is a reporter. */
export function readMembers(place: Place, reporter?: Reporter): ConfigMember[] {
  const members = new Map<string, ConfigMember>();
  for (const { children: [keyNode, node] = [] } of place.node.children ?? []) {
    if (keyNode === undefined || node === undefined) continue;
    const key = String(keyNode.value);
    const path = [...place.path, key];
    if (members.has(key)) reporter?.problem({ offset: keyNode.offset, path, message: `Duplicate key: ${key}` });
    else members.set(key, { key, keyNode, place: { node, path, around: place.around } });
  }
  return [...members.values()];
}

/** Reports that a value is not what it must be, and gives `undefined`. */
export function refuseValue(place: Place, shape: Shape, context: ReadContext, reason?: string): undefined {
  const name = toFieldName(place.path.slice(place.around));
  return reportSentence(place, context, `${name} ${reason ?? describeShape(shape)}`);
}

/** Reports a whole sentence about a value, and gives `undefined`. */
export function reportSentence({ node, path }: Place, { reporter }: ReadContext, message: string): undefined {
  reporter.problem({ offset: node.offset, path, message });
}

/** The type of a value for people: `an array`. */
export function nameType({ type }: SourceNode): string {
  if (type === 'null') return 'null';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}
