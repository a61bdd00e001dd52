/** One step of a glob: takes one character and goes on to the next step, or takes none and goes on to several. */
type Step =
  | { readonly takes: 'exactly'; readonly character: string }
  /** Any character, or any but `/`. */
  | { readonly takes: 'any' | 'name' }
  | Fork;

interface Fork {
  readonly takes: 'nothing';
  readonly targets: number[];
}

/** The steps of a glob; a text matches that leads from the first to behind the last. */
export type GlobProgram = readonly Step[];

const PART = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

/** Lays out a glob as steps. Any text is a glob. */
export function compileGlob(glob: string): GlobProgram {
  const program: Step[] = [];
  addParts(program, glob.replaceAll(/\*{3,}/g, '**'));
  return program;
}

/**
 * Whether the steps take exactly this text. All ways are followed side by side, since the globs of other people's
 * repositories could keep a regular expression busy for hours.
 */
export function runGlob(program: GlobProgram, text: string): boolean {
  const seen = new Int32Array(program.length + 1);
  let round = 1;
  let places: number[] = [];
  reach(0);
  for (const character of text) {
    const before = follow();
    places = [];
    round += 1;
    for (const place of before) {
      const step = program[place];
      if (step !== undefined && isTaken(step, character)) reach(place + 1);
    }
    if (places.length === 0) return false;
  }
  return follow().includes(program.length);

  function reach(place: number): void {
    if (seen[place] === round) return;
    seen[place] = round;
    places.push(place);
  }

  /** Adds all places that can be reached without taking anything; a list that grows is walked to its new end. */
  function follow(): readonly number[] {
    for (const place of places) {
      const step = program[place];
      if (step?.takes === 'nothing') step.targets.forEach(reach);
    }
    return places;
  }
}

function isTaken(step: Step, character: string): boolean {
  if (step.takes === 'exactly') return step.character === character;
  return step.takes === 'any' || (step.takes === 'name' && character !== '/');
}

function addParts(program: Step[], glob: string): void {
  for (const part of glob.match(PART) ?? []) addPart(program, part);
}

function addPart(program: Step[], part: string): void {
  if (part === '?') program.push({ takes: 'name' });
  else if (part === '*') addRepeated(program, 'name');
  else if (part === '**') addRepeated(program, 'any');
  else if (part === '**/') addFolders(program);
  else if (part.length > 1 && part.startsWith('{')) addChoices(program, part.slice(1, -1).split(','));
  else for (const character of part) program.push({ takes: 'exactly', character });
}

function addRepeated(program: Step[], takes: 'name' | 'any'): void {
  const start = program.length;
  program.push(createFork(start + 1, start + 3), { takes }, createFork(start));
}

function addFolders(program: Step[]): void {
  const fork = createFork(program.length + 1);
  program.push(fork);
  addRepeated(program, 'any');
  program.push({ takes: 'exactly', character: '/' });
  fork.targets.push(program.length);
}

function addChoices(program: Step[], choices: readonly string[]): void {
  const fork = createFork();
  const ends = choices.map(() => createFork());
  program.push(fork);
  for (const [index, end] of ends.entries()) {
    fork.targets.push(program.length);
    addParts(program, choices[index] ?? '');
    program.push(end);
  }
  for (const end of ends) end.targets.push(program.length);
}

function createFork(...targets: number[]): Fork {
  return { takes: 'nothing', targets };
}
