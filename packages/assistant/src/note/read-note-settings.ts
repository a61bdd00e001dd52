import { isJsonObject } from '@toolyard/core';
import { readNoteYaml, type Note } from '@toolyard/documents';

/** What the frontmatter of a note says about its conversations: `toolyard: { model, servers }`. */
export interface NoteSettings {
  /** `provider/name`. */
  readonly model?: string;
  /** The keys of the only servers whose tools are offered. */
  readonly servers?: readonly string[];
  /** What is wrong with either; the rest counts. */
  readonly problems: readonly string[];
}

/** Reads the note's own defaults; frontmatter that does not name Toolyard, or is no YAML, has none. */
export function readNoteSettings({ frontmatter }: Pick<Note, 'frontmatter'>): NoteSettings {
  if (frontmatter === undefined || !/^["']?toolyard\b/m.test(frontmatter.text)) return { problems: [] };
  const { value } = readNoteYaml(frontmatter.text);
  const own = isJsonObject(value) ? value['toolyard'] : undefined;
  if (!isJsonObject(own)) return { problems: [] };
  const { model, servers } = own;
  const problems: string[] = [];
  const isModel = typeof model === 'string' && model.trim() !== '';
  if (model !== undefined && !isModel)
    problems.push('"toolyard.model" of the note must be a text such as "anthropic/NAME"');
  const isList = Array.isArray(servers) && servers.every((key) => typeof key === 'string');
  if (servers !== undefined && !isList) problems.push('"toolyard.servers" of the note must be a list of server keys');
  return {
    ...(isModel && { model: model.trim() }),
    ...(isList && { servers: servers.map(String) }),
    problems,
  };
}
