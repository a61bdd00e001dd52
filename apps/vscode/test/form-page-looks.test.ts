import { expect, it } from 'vitest';
import { describeFormPages } from './page/describe-form-pages.ts';
import { FULL_VIEW, manyServers } from './page/example-views.ts';
import { expectAccessiblePage } from './page/expect-accessible-page.ts';
import { THEME_NAMES } from './page/themes.ts';
import { screenshotPath } from './bed/screenshot-path.ts';

await describeFormPages((open) => {
  it.each(THEME_NAMES)('can be read and used by everybody in the theme %s', async (theme) => {
    const form = await open({ theme });
    await form.servers(manyServers(541));
    await form.show(FULL_VIEW);
    await form.page.getByRole('heading', { name: 'Hook "report"' }).waitFor();
    // The footer stays in sight, so the whole form is seen in a window that is as high as it.
    await form.page.setViewportSize({ width: 820, height: 3600 });
    await form.page.screenshot({ path: screenshotPath(`form-page-${theme}`) });
    await form.page.setViewportSize({ width: 820, height: 900 });
    await expectAccessiblePage(form.page);
    await form.page.getByRole('combobox', { name: 'Tool' }).pressSequentially('list');
    await form.page.getByRole('listbox', { name: 'Tools' }).waitFor();
    await form.page.screenshot({ path: screenshotPath(`form-page-tools-${theme}`) });
    await expectAccessiblePage(form.page);
    expect(form.errors).toEqual([]);
  });
});
