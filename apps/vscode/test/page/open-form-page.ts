import type { Browser } from 'playwright-core';
import type { FormView, HostMessage, PageMessage } from '../../src/form/protocol.ts';
import { openPage, type PageOptions, type ShownPage } from './open-page.ts';

/** How the editor shows the page. */
export type FormPageOptions = PageOptions<PageMessage, ShownForm>;

/** The page of the form, and what it said. */
export interface ShownForm extends ShownPage<PageMessage> {
  /** Shows a view that has all changes up to this one in it. */
  show(view: FormView, edit?: number): Promise<void>;
  servers(servers: Extract<HostMessage, { type: 'servers' }>['servers']): Promise<void>;
}

/** Opens the page of the form. */
export async function openFormPage(browser: Browser, script: string, options: FormPageOptions): Promise<ShownForm> {
  return openPage(browser, script, options, (page): ShownForm => ({
    ...page,
    show: (view, edit = 0) => page.send({ protocol: 1, type: 'show', edit, view, kept: `kept ${edit}` }),
    servers: (servers) => page.send({ protocol: 1, type: 'servers', servers, isLooking: false, warnings: [] }),
  }));
}
