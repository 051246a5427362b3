import { sources } from '@severe/catalogue';
import type { Feed, FeedContext } from '../feed.ts';
import { createFeeds } from './index.ts';

/** The feeds that run with these settings. @param simulated whether the world is simulated: only simulated sources have a provider there */
export function enabledFeeds(settings: FeedContext['settings'], simulated: boolean): Feed[] {
  const isSimulated = (source: string): boolean => sources.some((each) => each.id === source && each.simulated);
  const ofWorld = ({ source, only }: Feed): boolean => (simulated ? isSimulated(source) : only === undefined);
  const { sources: chosen } = settings;
  const isChosen = ({ id, source }: Feed): boolean =>
    chosen.length === 0 || chosen.includes(id) || chosen.includes(source);
  return createFeeds().filter((feed) => ofWorld(feed) && isChosen(feed) && (feed.isEnabled?.(settings) ?? true));
}
