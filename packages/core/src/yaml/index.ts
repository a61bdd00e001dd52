export { readYaml } from './read-yaml.ts';
export type { YamlIssue } from './yaml-text.ts';
