import { findTakenIds } from '../../forms/find-taken-ids.ts';
import { createServerForm, fillForm } from '../../forms/server-form.ts';
import { saveServer } from './save-server.ts';
import { ServerFormModal } from './server-form-modal.ts';
import type { SettingsParts } from './settings-parts.ts';

/** Lets a person add a server by a form; it stays off until its first successful test. */
export function openServerForm(parts: SettingsParts): void {
  const { app, servers, openDialog } = parts;
  const form = new ServerFormModal(app, {
    title: 'Add server',
    form: createServerForm(),
    names: () => ({ others: servers.list().map(({ name }) => name) }),
    save: (form) => saveServer(parts, { name: form.name, ...fillForm(form, findTakenIds(servers.listSecrets())) }),
  });
  openDialog(form);
}
