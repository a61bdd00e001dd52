/** Texts of the members of a hook, to put in the place of right ones; `undefined` leaves a member out. */
export interface HookTexts {
  readonly id?: string | undefined;
  readonly trigger?: string | undefined;
  readonly action?: string | undefined;
  /** Further members. */
  readonly more?: string;
}

/** A hooks file in JSON with one hook. */
export function jsonHook(texts: HookTexts): string {
  const members = {
    id: '"a"',
    trigger: '{ "event": "manual" }',
    action: '{ "type": "custom", "parameters": { "command": "x" } }',
    ...texts,
  };
  const { more, ...named } = members;
  const lines = Object.entries(named).flatMap(([key, text]) => (text === undefined ? [] : [`"${key}": ${text}`]));
  return `{\n  "version": 1,\n  "hooks": [{\n    ${[...lines, more ?? []].flat().join(',\n    ')}\n  }]\n}\n`;
}

/** The same in YAML. */
export function yamlHook(texts: HookTexts): string {
  const members = {
    id: 'a',
    trigger: '{ event: manual }',
    action: '\n      type: custom\n      parameters:\n        command: x',
    ...texts,
  };
  const { more, ...named } = members;
  const lines = Object.entries(named).flatMap(([key, text]) => (text === undefined ? [] : [`${key}: ${text}`]));
  return `# Ours.\nversion: 1\nhooks:\n  - ${[...lines, more ?? []].flat().join('\n    ')}\n`;
}

/** An `mcp` action in JSON with these parameters besides server and tool. */
export function jsonMcp(parameters: string): string {
  return `{ "type": "mcp", "parameters": { "serverId": "s", "toolName": "t",\n      ${parameters} } }`;
}

/** The same in YAML. */
export function yamlMcp(parameters: string): string {
  return `\n      type: mcp\n      parameters:\n        serverId: s\n        toolName: t\n        ${parameters}`;
}

/** A hooks file in JSON whose hook has these mappings. */
export function jsonMappings(mappings: string): string {
  return jsonHook({ action: jsonMcp(`"parameterMappings": [${mappings}]`) });
}

/** The same in YAML. */
export function yamlMappings(...mappings: string[]): string {
  const items = mappings.map((mapping) => `\n          - ${mapping}`).join('');
  return yamlHook({ action: yamlMcp(`parameterMappings:${items}`) });
}

/** A hooks file in JSON whose hook runs a program with these parameters. */
export function jsonProgram(parameters: string): string {
  return jsonHook({ action: `{ "type": "custom", "parameters": { ${parameters} } }` });
}

/** The same in YAML. */
export function yamlProgram(...parameters: string[]): string {
  return yamlHook({ action: `\n      type: custom\n      parameters:\n        ${parameters.join('\n        ')}` });
}
