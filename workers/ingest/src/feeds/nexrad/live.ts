import { inParallel } from '@severe/async';
import { DataError } from '@severe/base';
import { joinChunks, NexradError, parseChunkName, type ChunkName } from '@severe/nexrad';
import type { FeedContext } from '../../feed.ts';
import { listBucket, listFolders } from '../../fetch/s3-listing.ts';
import { numberAfter, volumePrefix } from './keys.ts';
import { newestVolume } from './newest-volume.ts';
import { expectBody } from '../../parse/payload.ts';

const bucket = 'https://unidata-nexrad-level2-chunks.s3.amazonaws.com';

/** Maximum sizes. A chunk has 10 to 100 KB, and a volume of a stormy day 10 to 30 MB. */
const maxChunkBytes = 8 << 20;
const maxVolumeBytes = 64 << 20;
/** Chunks fetched concurrently. */
const maxConcurrentFetches = 8;
/** Maximum duration of a volume. The slowest scan pattern takes ten minutes. */
const longestMs = 15 * 60_000;
/** Number of chunks of the next volume after which missing chunks are no longer expected. */
const movedOn = 2;

/** The volume of a site that is scanned. */
interface Followed {
  number: number;
  since: Date;
  /** Number of its chunks at the last listing. */
  chunks?: number;
}

/** The current volume of each site. If it is unknown, it is searched. */
export type Following = Map<string, Followed>;

/** A complete volume, and how to fetch it. */
interface LiveVolume {
  startedAt: Date;
  bytes: () => Promise<Uint8Array>;
}

/** Volumes that have ended, and when the one began that is scanned; undefined if nothing of it is there yet. */
interface LiveVolumes {
  ended: LiveVolume[];
  startedAt: Date | undefined;
}

interface ListedChunk {
  key: string;
  bytes: number;
  name: ChunkName;
}

/**
 * Volumes of a site that ended since the last call, oldest first, from the bucket that fills during a scan. Chunks can
 * arrive in any order. A volume has ended when its last chunk and all before it are present, or when the next volume
 * has progressed; then it is used without the missing chunks.
 */
export async function liveVolumes(context: FeedContext, site: string, following: Following): Promise<LiveVolumes> {
  const ended: LiveVolume[] = [];
  const now = context.clock();
  let startedAt: Date | undefined;
  let followed: Followed | undefined = following.get(site) ?? (await findNewest(context, site, now));
  while (followed) {
    const chunks = await chunksOf(context, site, followed.number);
    const next = numberAfter(followed.number);
    const isGrowing = followed.chunks !== undefined && followed.chunks < chunks.length;
    startedAt = chunks[0]?.name.startedAt;
    if (chunks.length === 0 || !(await isOver(context, site, chunks, { next, isGrowing, now }))) {
      followed.chunks = chunks.length;
      break;
    }
    if (chunks[0].name.kind === 'S') {
      const [{ name }] = chunks;
      ended.push({ startedAt: name.startedAt, bytes: () => fetchVolume(context, chunks) });
    } // else its first chunk is missing; the archive may have the volume
    followed = { number: next, since: now };
  }
  // After an outage, a radar may continue with another number.
  if (followed && now.getTime() - followed.since.getTime() < longestMs) following.set(site, followed);
  else following.delete(site);
  return { ended, startedAt };
}

async function findNewest(context: FeedContext, site: string, now: Date): Promise<Followed | undefined> {
  const folders = await listFolders(context.fetcher, bucket, `${site}/`);
  const numbers = folders.map(Number).filter((number) => Number.isInteger(number));
  const startedAt = async (number: number) => (await chunksOf(context, site, number))[0]?.name.startedAt;
  const number = await newestVolume(numbers, startedAt);
  return number === undefined ? undefined : { number, since: now };
}

/** Lists the chunks of a volume in order. If a number was reused, only those of the later volume. */
async function chunksOf({ fetcher }: FeedContext, site: string, number: number): Promise<ListedChunk[]> {
  const listed = await listBucket(fetcher, bucket, { prefix: volumePrefix(site, number) });
  const chunks = listed.flatMap(({ key, bytes }) => {
    const name = parseChunkName(key);
    return name ? [{ key, bytes, name }] : [];
  });
  const newest = Math.max(...chunks.map(({ name }) => name.startedAt.getTime()));
  return chunks
    .filter(({ name }) => name.startedAt.getTime() === newest)
    .sort((one, other) => one.name.sequence - other.name.sequence);
}

async function isOver(
  context: FeedContext,
  site: string,
  chunks: ListedChunk[],
  { next, isGrowing, now }: { next: number; isGrowing: boolean; now: Date },
): Promise<boolean> {
  const last = chunks[chunks.length - 1].name;
  if (last.kind === 'E' && chunks.length === last.sequence) return true;
  if (now.getTime() - last.startedAt.getTime() > longestMs) return true;
  if (isGrowing) return false; // the next one is looked for when nothing comes
  const following = await chunksOf(context, site, next);
  return following.length >= movedOn && following[0].name.startedAt > last.startedAt;
}

async function fetchVolume({ fetcher }: FeedContext, listed: ListedChunk[]): Promise<Uint8Array> {
  const total = listed.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > maxVolumeBytes) {
    throw new DataError(
      'too-large',
      `${listed.length} chunks have ${total} bytes, at most ${maxVolumeBytes} are taken`,
    );
  }
  const chunks = await inParallel(listed, maxConcurrentFetches, async ({ key, name }) => {
    const body = await fetcher.bytes(`${bucket}/${key}`, { maxBytes: maxChunkBytes });
    return { name, bytes: expectBody(body, `the listed chunk ${key}`) };
  });
  try {
    return joinChunks(chunks).bytes;
  } catch (error) {
    if (!(error instanceof NexradError)) throw error;
    throw new DataError(`nexrad-${error.code}`, error.message, { cause: error });
  }
}
