import { HOOK_LIMITS } from './hook.ts';

/** What people see of a tool: its title, else its name in words (`search_repository` is "Search Repository"); at most 100 characters. */
export function toDisplayName(tool: { readonly name: string; readonly title?: string | undefined }): string {
  const title = tool.title?.trim() ?? '';
  const characters = Array.from(title === '' ? toWords(tool.name) : title);
  if (characters.length <= HOOK_LIMITS.nameLength) return characters.join('');
  return `${characters.slice(0, HOOK_LIMITS.nameLength - 1).join('')}…`;
}

function toWords(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_./:-]+/)
    .filter((word) => word !== '');
  const shown = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return shown === '' ? name : shown;
}
