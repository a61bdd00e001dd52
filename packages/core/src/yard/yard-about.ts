import { isJsonObject } from '../schema/json-object.ts';

/** What a yard tells those who join it about the program that runs it. */
export interface YardAbout {
  /** What people call that program: `toolyard up`, for instance. */
  readonly program: string;
  readonly pid?: number;
  /** Of that program; absent where it is from before versions were told. */
  readonly version?: string;
  /** The form of its methods (`CONTROL_PROTOCOL`); absent as `version` is. */
  readonly protocol?: number;
  /** Where it serves MCP over HTTP. */
  readonly url?: string;
  /** It runs in the background, and ends when somebody who joined asks it to. */
  readonly isBackground: boolean;
  /** How many links lead to it, that of who asks among them. */
  readonly links: number;
}

/**
 * What a program told about itself, as far as it can be understood: any version may have written it. `undefined` where it is nothing of the
 * kind.
 */
export function toYardAbout(value: unknown): YardAbout | undefined {
  if (!isJsonObject(value)) return undefined;
  const { program, pid, version, protocol, url, isBackground, links } = value;
  return {
    program: typeof program === 'string' ? program : 'toolyard',
    ...(typeof pid === 'number' ? { pid } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof protocol === 'number' ? { protocol } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    isBackground: isBackground === true,
    links: typeof links === 'number' ? links : 1,
  };
}
