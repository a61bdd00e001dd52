import { describeStories } from './describe-stories.ts';
import { LONG_PAGES } from './exceptions.ts';
import { readPages, toStories } from './read-stories.ts';

describeStories(toStories(readPages()).filter(({ page }) => LONG_PAGES.includes(page)));
