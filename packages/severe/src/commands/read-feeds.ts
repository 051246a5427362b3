import { StartError } from '@severe/base';
import { sources } from '@severe/catalogue';

/** @throws {StartError} for a name that no source and no feed has */
export async function expectSources(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { createFeeds, isNamed } = await import('@severe/ingest'); // loaded on demand
  const feeds = createFeeds();
  const unknown = names.filter((name) => !feeds.some((feed) => isNamed(feed, [name])));
  if (unknown.length === 0) return;
  const known = sources.map(({ id }) => id).join(', ');
  throw new StartError(`no source or feed is named ${unknown.join(', ')}; sources are ${known}`);
}

/** Ids of feeds. @throws {StartError} for one that no feed has */
export async function readFeeds(text: string): Promise<string[]> {
  const { listFeeds } = await import('./feed/run-feed.ts'); // loaded on demand
  const known = listFeeds().map(({ id }) => id);
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new StartError(`no feed is named ${unknown.join(', ')}; feeds are ${known.join(', ')}`);
  return ids;
}
