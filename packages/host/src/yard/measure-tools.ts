import type { Catalogue, ShownConfiguration } from '@toolyard/core';
import { measureToolList, type ToolListCost } from '@toolyard/gateway';
import { createToolNames } from './create-tool-names.ts';

/** What the tools in the catalogue cost a model that gets them from a gateway of this configuration. */
export function measureTools(configuration: ShownConfiguration, catalogue: Catalogue): ToolListCost {
  return measureToolList(catalogue, createToolNames(configuration, catalogue));
}
