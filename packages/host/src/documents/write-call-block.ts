import { writeToolBlock, type NewToolBlock, type WrittenToolBlock } from '@toolyard/documents';
import { isBlockLanguage } from './is-block-language.ts';

/** The block that calls a tool of a server: in the server's own language, or in `mcp` where its name cannot be one. */
export function writeCallBlock(
  server: string,
  call: Pick<NewToolBlock, 'tool' | 'arguments' | 'missing'>,
): WrittenToolBlock {
  // A backtick would end the line that names the language.
  const isLanguage = isBlockLanguage(server) && !server.includes('`');
  return writeToolBlock(isLanguage ? { ...call, language: server } : { ...call, language: 'mcp', server });
}
