import type { Duplex } from 'node:stream';

/** What a container was made from. */
export interface FakeContainerOptions {
  readonly id: string;
  readonly name: string;
  /** The body of the request that made it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Ports of the machine that lead to it. */
  readonly ports?: readonly number[];
  tell(action: string, attributes?: Readonly<Record<string, string>>): void;
  onInput(container: FakeContainer, text: string): void;
  onRemoved(): void;
}

/** What goes with the end of a container. */
export interface FakeExit {
  readonly outOfMemory?: boolean;
  readonly lastWords?: string;
}

/** Short against the time that is given to a rest, long against the way of the news. */
const LATE_MS = 20;

const KINDS = { stdout: 1, stderr: 2 };
const HEADER_BYTES = 8;

/** A container of a fake engine: its program is what the test does with it. */
export class FakeContainer {
  readonly id: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ports: readonly number[];
  isRunning = false;
  /** All that came on its stdin. */
  input = '';
  isInputEnded = false;
  /** How long it stays after its stdin ended: not at all where absent. */
  stays: 'until-asked' | 'until-forced' | undefined;
  readonly #options: FakeContainerOptions;
  readonly #streams = new Set<Duplex>();

  constructor(options: FakeContainerOptions) {
    this.id = options.id;
    this.name = options.name;
    this.body = options.body;
    this.ports = options.ports ?? [];
    this.#options = options;
  }

  get labels(): unknown {
    return this.body['Labels'] ?? {};
  }

  attach(stream: Duplex): void {
    this.#streams.add(stream.on('error', () => undefined));
    stream.on('data', (chunk: Buffer) => {
      this.input += chunk.toString('utf8');
      this.#options.onInput(this, chunk.toString('utf8'));
    });
    stream.once('end', () => {
      this.isInputEnded = true;
      if (this.isRunning && this.body['OpenStdin'] === true && this.stays === undefined) this.exit(0);
    });
  }

  /** Writes to one of its outputs, as the engine frames it. */
  say(kind: 'stdout' | 'stderr', text: string): void {
    const payload = Buffer.from(text);
    const header = Buffer.alloc(HEADER_BYTES);
    header[0] = KINDS[kind];
    header.writeUInt32BE(payload.length, HEADER_BYTES / 2);
    this.write(Buffer.concat([header, payload]));
  }

  /** Writes exactly this to whoever is attached; gives whether there is room for more. */
  write(bytes: Uint8Array): boolean {
    return [...this.#streams].every((stream) => stream.write(bytes));
  }

  /** Ends by itself and is removed, as every container with `AutoRemove` is; `lastWords` come on stdout after the news of it. */
  exit(code: number, { outOfMemory = false, lastWords = '' }: FakeExit = {}): void {
    if (outOfMemory) this.#options.tell('oom');
    this.isRunning = false;
    this.#options.tell('die', { exitCode: String(code) });
    this.#options.onRemoved();
    this.#options.tell('destroy');
    const leave = (): void => {
      if (lastWords !== '') this.say('stdout', lastWords);
      this.cut();
    };
    if (lastWords === '') leave();
    else setTimeout(leave, LATE_MS);
  }

  /** Ends the connections to its streams, and nothing else. */
  cut(): void {
    for (const stream of this.#streams) stream.end();
  }
}
