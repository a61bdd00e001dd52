import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { toVisible } from '@toolyard/core';
import { hoverAt, isNearBlock } from '@toolyard/documents';
import { editorInfoField } from 'obsidian';
import { showToolDetails } from './show-tool-details.ts';
import type { ToolsHost } from './tools-host.ts';

/** Shows what is known of the tool, or of the parameter, that the mouse rests on in a tool block. */
export function createToolHover({ toolyard: { tools, readBlocks } }: ToolsHost): Extension {
  return hoverTooltip(({ state }, position) => {
    const path = state.field(editorInfoField, false)?.file?.path;
    const { doc } = state;
    const lines = { line: doc.lineAt(position).number - 1, lineAt: (line: number) => doc.line(line + 1).text };
    const help = tools.help();
    if (path === undefined || !isNearBlock(lines, () => help)) return null;
    const hover = hoverAt(readBlocks({ path, text: doc.toString() }), position, help);
    if (hover === undefined) return null;
    return {
      pos: hover.start,
      end: hover.end,
      above: true,
      create() {
        const dom = createDiv({ cls: 'toolyard-hover', attr: { role: 'tooltip' } });
        if (hover.parameter === undefined)
          dom.createDiv({ cls: 'toolyard-hover-title', text: toVisible(hover.tool.id) });
        showToolDetails(dom, hover);
        return { dom };
      },
    };
  });
}
