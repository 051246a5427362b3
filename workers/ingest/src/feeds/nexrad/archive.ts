import { endsWhole } from '@severe/nexrad';
import type { FeedContext } from '../../feed.ts';
import { listBucket } from '../../fetch/s3-listing.ts';
import { dayPrefix, keyAt, startOf } from './keys.ts';
import { expectBody } from '../../parse/payload.ts';

const bucket = 'https://unidata-nexrad-level2.s3.amazonaws.com';

/** Time range that is filled at start and after an outage. */
const catchUpMs = 60 * 60_000;
/** Maximum size. A volume of a stormy day has 10 to 30 MB. */
const maxVolumeBytes = 64 << 20;
/** After this time an incomplete file is a broken upload. */
const uploadedMs = 20 * 60_000;

/** A volume in the archive. */
interface ArchivedVolume {
  key: string;
  startedAt: Date;
}

/** Lists the volumes of a site in the last hour, newest first. Just after midnight UTC they are in two folders. */
export async function recentVolumes({ fetcher, clock }: FeedContext, site: string): Promise<ArchivedVolume[]> {
  const now = clock();
  const from = new Date(now.getTime() - catchUpMs);
  const volumes: ArchivedVolume[] = [];
  for (const prefix of new Set([dayPrefix(site, now), dayPrefix(site, from)])) {
    for (const { key } of await listBucket(fetcher, bucket, { prefix, startAfter: keyAt(site, from) })) {
      const startedAt = startOf(key);
      if (startedAt) volumes.push({ key, startedAt });
    }
  }
  return volumes.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

/**
 * Fetches a volume; undefined while it is being uploaded.
 *
 * @throws {DataError} if it is missing or too large
 */
export async function fetchArchived(
  { fetcher, clock }: FeedContext,
  { key, startedAt }: ArchivedVolume,
): Promise<Uint8Array | undefined> {
  const body = await fetcher.bytes(`${bucket}/${key}`, { maxBytes: maxVolumeBytes });
  const bytes = expectBody(body, 'a listed volume');
  const isOld = clock().getTime() - startedAt.getTime() > uploadedMs;
  return isOld || endsWhole(bytes) ? bytes : undefined;
}
