import { sources } from '@severe/catalogue';
import type { Feed, FeedContext } from '../feed.ts';
import { createFeeds } from './index.ts';

/** Whether names mean a feed: by its own id, or by that of its source. */
export function isNamed({ id, source }: Pick<Feed, 'id' | 'source'>, names: readonly string[]): boolean {
  return names.includes(id) || names.includes(source);
}

/**
 * The feeds that run with these settings.
 *
 * @param simulated whether the world is simulated: only simulated sources have a provider there
 */
export function enabledFeeds(settings: FeedContext['settings'], simulated: boolean): Feed[] {
  const isSimulated = (source: string): boolean => sources.some((each) => each.id === source && each.simulated);
  const ofWorld = ({ source, only }: Feed): boolean => (simulated ? isSimulated(source) : only === undefined);
  const { sources: chosen } = settings;
  const isChosen = (feed: Feed): boolean => chosen.length === 0 || isNamed(feed, chosen);
  return createFeeds().filter((feed) => ofWorld(feed) && isChosen(feed) && (feed.isEnabled?.(settings) ?? true));
}
