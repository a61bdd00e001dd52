import { isJsonObject, type JsonObject } from '@toolyard/core';

/** Which tools a definition switches off, each by its name. */
export interface ToolSwitches {
  readonly excluded: readonly string[];
  readonly isOn: (tool: string) => boolean;
}

/** Reads the switches of tools from a definition; globs, which people may have written, are no switches. */
export function readToolSwitches(definition: JsonObject): ToolSwitches {
  const excluded = readNames(readTools(definition)['exclude']).filter((name) => !/[*?{]/.test(name));
  return { excluded, isOn: (tool) => !excluded.includes(tool) };
}

/** The same definition with one tool switched on or off. */
export function switchTool(definition: JsonObject, tool: string, isOn: boolean): JsonObject {
  const { tools: _tools, ...others } = definition;
  const { exclude, ...selection } = readTools(definition);
  const rest = readNames(exclude).filter((name) => name !== tool);
  const names = isOn ? rest : [...rest, tool];
  const tools = { ...selection, ...(names.length > 0 && { exclude: names }) };
  return Object.keys(tools).length === 0 ? others : { ...others, tools };
}

function readTools({ tools }: JsonObject): JsonObject {
  return isJsonObject(tools) ? tools : {};
}

function readNames(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
