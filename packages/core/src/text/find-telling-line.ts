/** Lines that say what went wrong, as runtimes and programs write them. */
const COMPLAINTS: readonly RegExp[] = [
  // "TypeError: …", "Error [ERR_X]: …", "java.io.IOException: …", "Fatal error running server: Error: …".
  /(?:^|[\s:>([\])])[\w$.]*(?:Error|Exception|ExceptionGroup|Rejection)(?: \[\w+\])?: \S/,
  // "error: …", "server.py: error: …", "docker: Error response from daemon: …".
  /^(?:[^\s:]+: )?(?:fatal )?error\b[^:]*: \S/i,
  /^(?:panic|fatal|uncaught|docker)\b[^:]*: \S/i,
  // The level of a line of log.
  /^.{0,80}\b(?:ERROR|FATAL|CRITICAL)\b\W+\w/,
  /"level": ?(?:"(?:error|fatal|critical)"|[56]0\b)/i,
];

/** Lines that do not say why a program ended: they belong to one before them, or stand at the end of everything. */
const DETAILS: readonly RegExp[] = [
  /^[\p{P}\p{S}\s]*$/u,
  /^at .+:\d+\)?( \{)?$|^at .+ \((native|<anonymous>|node:.*)\)( \{)?$/,
  /^Node\.js v\d/,
  /^\((?:node:\d+\)|Use `node --trace)/,
  /^Did you mean to import /,
  // A heading, an option, a path, a place in a file.
  /:$/,
  /^--?[a-z]/i,
  /^(?:- )?(?:[a-z]:)?[\\/]\S*$/i,
  /^(?:node|file):\S+:\d+$/,
  /^(?:see|run|try|for more information)\b.*--help\b/i,
  /^note: run with `RUST_BACKTRACE/,
  /^npm (?:warn|WARN|notice)\b/,
  /^npm (?:error|ERR!)(?: [A-Z]?\d+)?$/,
  /^npm (?:error|ERR!) (?:\d+ )?(?:A complete log of this run|Note that you can also install|tarball, folder, http url)/,
];

const USAGE = /^usage:/i;
const TRACEBACK = /^Traceback \(most recent call last\):$/;
const NPM = /^npm (?:error|ERR!)/;
/** What npm writes before the sentence that matters. */
const NPM_FACT =
  /^npm (?:error|ERR!) (?:(?:code|syscall|errno|path|dest|command|signal|cwd|location|workspace) |404 Not Found - )/;

const LAST_LINES = 200;
/** What is looked at of a line; a longer one is no detail. */
const LOOKED_AT = 500;

/** How many sentences may follow a complaint: one further up may be about something that was over long ago. */
const MAX_SENTENCES = 10;

/** How Node and Python show an error inside of another one. */
const WRAPPING = /^(?:\[cause\]: |\| )/;
const UNFINISHED = /[:,[{]$/;
/** Characters that lines are put together to. */
const LONGEST_QUOTE = 300;

interface Line {
  readonly text: string;
  readonly indent: number;
  readonly isDetail: boolean;
}

/** The line that tells most about why a program ended, of those that it wrote last; `undefined` where it wrote nothing. */
export function findTellingLine(written: readonly string[]): string | undefined {
  const lines = written
    .slice(-LAST_LINES)
    .map(toLine)
    .filter(({ text }) => text !== '');
  for (const find of [findComplaint, findNpmSentence, findLastSentence, findUsage]) {
    const at = find(lines);
    if (at !== -1) return toQuote(lines, at);
  }
  return lines.at(-1)?.text;
}

function toLine(written: string): Line {
  const text = written.trim();
  const isDetail = text.length <= LOOKED_AT && DETAILS.some((detail) => detail.test(text));
  return { text, indent: written.length - written.trimStart().length, isDetail };
}

/** The last complaint, since programs that wrap an error name its cause after it. */
function findComplaint(lines: readonly Line[]): number {
  let sentences = 0;
  for (let at = lines.length - 1; at >= 0 && sentences <= MAX_SENTENCES; at--) {
    const { text = '', indent = 0, isDetail = true } = lines[at] ?? {};
    const begin = text.slice(0, LOOKED_AT);
    if (COMPLAINTS.some((complaint) => complaint.test(begin)) || endsTraceback(lines, at)) return at;
    if (!isDetail && indent === 0) sentences++;
  }
  return -1;
}

/** Whether a Python traceback ends there, with an exception of any name. */
function endsTraceback(lines: readonly Line[], at: number): boolean {
  if (lines[at]?.indent !== 0) return false;
  const head = lines.findLastIndex(({ indent }, index) => index < at && indent === 0);
  return head < at - 1 && TRACEBACK.test(lines[head]?.text ?? '');
}

/** npm explains itself at length after the sentence that matters. */
function findNpmSentence(lines: readonly Line[]): number {
  const last = lines.findLastIndex(({ isDetail }) => !isDetail);
  if (!NPM.test(lines[last]?.text ?? '')) return -1;
  const first = lines.findLastIndex(({ text }, at) => at < last && !NPM.test(text)) + 1;
  return lines.findIndex(({ text, isDetail }, at) => at >= first && !isDetail && !NPM_FACT.test(text));
}

/** Of lines that are indented by more than others, none is the last word. */
function findLastSentence(lines: readonly Line[]): number {
  const isSentence = ({ text, isDetail }: Line): boolean => !isDetail && !USAGE.test(text);
  const outermost = Math.min(...lines.filter(isSentence).map(({ indent }) => indent));
  return lines.findLastIndex((line) => isSentence(line) && line.indent === outermost);
}

function findUsage(lines: readonly Line[]): number {
  return lines.findLastIndex(({ text }) => USAGE.test(text));
}

/** A line, and where it ends in the middle of something, what follows. */
function toQuote(lines: readonly Line[], at: number): string {
  let quote = lines[at]?.text.replace(WRAPPING, '') ?? '';
  for (const { text } of lines.slice(at + 1)) {
    if (!UNFINISHED.test(quote) || text.startsWith('at ') || quote.length + text.length > LONGEST_QUOTE) break;
    quote += ` ${text}`;
  }
  return quote;
}
