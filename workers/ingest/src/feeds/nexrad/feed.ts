import { inParallel } from '@severe/async';
import { DataError, formatTime, StartError } from '@severe/base';
import { findRadarSite, radarSites, type FrameName } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { countStep, freeSlots, skipOverdue, storeFrame } from '../../store-frame.ts';
import { isFuture, refuseFuture } from '../shared/is-future.ts';
import { fetchArchived, recentVolumes } from './archive.ts';
import { liveVolumes, type Following } from './live.ts';
import { LearnedPace, type Pace } from './pace.ts';

/** Sites processed concurrently. */
const maxConcurrentSites = 12;

/**
 * Creates the feed of Level II volumes of the followed sites. The newest volumes are assembled from the bucket of
 * chunks as soon as they are complete; missed ones come from the archive.
 */
export function createNexradFeed(pace: Pace = new LearnedPace()): Feed {
  const following: Following = new Map();
  return {
    id: 'nexrad',
    source: 'nexrad',
    about: 'volumes of single NEXRAD radars (Level II) from the public buckets of Unidata',
    everySeconds: 5,
    startDelaySeconds: 8,
    async run(context) {
      const report = emptyReport();
      const now = context.clock();
      const sites = followedSites(context.settings.nexradSites).filter(
        (site) => pace.isDue(site, now) || pace.isArchiveDue(site, now),
      );
      if (sites.length === 0) report.isIdle = true;
      await inParallel(sites, maxConcurrentSites, async (site) => {
        if (pace.isDue(site, now)) await storeLiveVolumes(context, site, { following, pace }, report);
        if (!pace.isArchiveDue(site, now)) return;
        await skipOverdue(context, 'nexrad', site);
        const isOpen = await storeMissedVolumes(context, site, report);
        pace.archiveListed(site, now, isOpen);
        report.more ||= isOpen;
      });
      return report;
    },
  };
}

/** Site ids of a setting. @throws {StartError} for an unknown site */
export function followedSites(setting: string): string[] {
  if (setting === 'all') return radarSites.map(({ id }) => id);
  const unknown: string[] = [];
  const ids = setting.split(',').flatMap((name) => findRadarSite(name)?.id ?? (unknown.push(name), []));
  if (unknown.length > 0) throw new StartError(`NEXRAD_SITES: there is no radar site ${unknown.join(', ')}`);
  return [...new Set(ids)];
}

async function storeLiveVolumes(
  context: FeedContext,
  site: string,
  { following, pace }: { following: Following; pace: Pace },
  report: FeedReport,
): Promise<void> {
  const { ended, startedAt } = await liveVolumes(context, site, following);
  const starts = ended.map((volume) => volume.startedAt);
  pace.listed(site, context.clock(), startedAt, starts);
  for (const { startedAt, bytes } of ended.reverse()) {
    const frame = frameOf(site, startedAt);
    await countStep(report, `${site} ${formatTime(startedAt)}`, async () => {
      if (isFuture(startedAt, context.clock)) throw new DataError('future', 'expected a volume of the past');
      return !(await isStored(context, frame)) && storeFrame(context, frame, await bytes(), 'level2');
    });
  }
}

/**
 * Stores volumes of the last hour from the archive that are missing, newest first, while the queue has capacity.
 *
 * @returns whether some are left
 */
async function storeMissedVolumes(context: FeedContext, site: string, report: FeedReport): Promise<boolean> {
  const { rows: volumes, refused } = refuseFuture(
    { rows: await recentVolumes(context, site), refused: [] },
    context.clock,
    ({ startedAt }) => startedAt,
    ({ key }) => key,
  );
  report.refused.push(...refused);
  const times = volumes.map(({ startedAt }) => startedAt);
  const stored = new Set((await context.db.frameJobs.existing('nexrad', site, null, times)).map((at) => at.getTime()));
  const missed = volumes.filter(({ startedAt }) => !stored.has(startedAt.getTime()));
  report.unchanged += volumes.length - missed.length;
  for (const volume of missed.splice(0, await freeSlots(context, 'nexrad', site))) {
    await countStep(report, volume.key, async () => {
      const bytes = await fetchArchived(context, volume);
      return bytes !== undefined && storeFrame(context, frameOf(site, volume.startedAt), bytes, 'level2');
    });
  }
  return missed.length > 0;
}

function frameOf(site: string, startedAt: Date): FrameName {
  return { family: 'nexrad', product: site, runAt: null, validAt: startedAt };
}

async function isStored({ db }: FeedContext, { product, validAt }: FrameName): Promise<boolean> {
  return (await db.frameJobs.existing('nexrad', product, null, [validAt])).length > 0;
}
