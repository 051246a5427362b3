import { StartError } from '@severe/base';

/** Ids of feeds. @throws {StartError} for one that no feed has */
export async function readFeeds(text: string): Promise<string[]> {
  const { listFeeds } = await import('./feed/run-feed.ts'); // loaded on demand
  const known = listFeeds().map(({ id }) => id);
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new StartError(`no feed is named ${unknown.join(', ')}; feeds are ${known.join(', ')}`);
  return ids;
}
