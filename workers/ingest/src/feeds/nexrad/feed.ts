import { inParallel } from '@severe/async';
import { formatTime, StartError } from '@severe/base';
import { findRadarSite, radarSites, type FrameName } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { countStep, freeSlots, skipOverdue, storeFrame } from '../../store-frame.ts';
import { fetchArchived, recentVolumes } from './archive.ts';
import { endedVolumes, type Following } from './live.ts';

/** Sites that are asked for at once. */
const atOnce = 4;

/**
 * Level II volumes of the sites that are followed. The newest come out of the bucket of chunks, put together as soon as
 * the radar has ended its turn; what was missed comes out of the archive.
 */
export function createNexradFeed(): Feed {
  const following: Following = new Map();
  return {
    id: 'nexrad',
    source: 'nexrad',
    about: 'volumes of single NEXRAD radars (Level II) from the public buckets of Unidata',
    everySeconds: 30,
    startDelaySeconds: 8,
    async run(context) {
      const report = emptyReport();
      const sites = followedSites(context.settings.nexradSites);
      await inParallel(sites, atOnce, async (site) => {
        await takeLive(context, site, following, report);
        await skipOverdue(context, 'nexrad', site);
        await catchUp(context, site, report);
      });
      return report;
    },
  };
}

/** The ids of the sites that a setting names. @throws {StartError} where there is no such site */
export function followedSites(setting: string): string[] {
  if (setting === 'all') return radarSites.map(({ id }) => id);
  const unknown: string[] = [];
  const ids = setting.split(',').flatMap((name) => findRadarSite(name)?.id ?? (unknown.push(name), []));
  if (unknown.length > 0) throw new StartError(`NEXRAD_SITES: there is no radar site ${unknown.join(', ')}`);
  return [...new Set(ids)];
}

async function takeLive(context: FeedContext, site: string, following: Following, report: FeedReport): Promise<void> {
  const ended = await endedVolumes(context, site, following);
  for (const { startedAt, bytes } of ended.reverse()) {
    const frame = frameOf(site, startedAt);
    await countStep(report, `${site} ${formatTime(startedAt)}`, async () => {
      return !(await isKnown(context, frame)) && storeFrame(context, frame, await bytes(), 'level2');
    });
  }
}

/** What the archive has of the last hour and we have not, newest first, as far as there is freeSlots for it. */
async function catchUp(context: FeedContext, site: string, report: FeedReport): Promise<void> {
  const volumes = await recentVolumes(context, site);
  const times = volumes.map(({ startedAt }) => startedAt);
  const known = new Set((await context.db.frameJobs.existing('nexrad', site, null, times)).map((at) => at.getTime()));
  const missed = volumes.filter(({ startedAt }) => !known.has(startedAt.getTime()));
  report.unchanged += volumes.length - missed.length;
  for (const volume of missed.splice(0, await freeSlots(context, 'nexrad', site))) {
    await countStep(report, volume.key, async () => {
      const bytes = await fetchArchived(context, volume);
      return bytes !== undefined && storeFrame(context, frameOf(site, volume.startedAt), bytes, 'level2');
    });
  }
  report.more ||= missed.length > 0;
}

function frameOf(site: string, startedAt: Date): FrameName {
  return { family: 'nexrad', product: site, runAt: null, validAt: startedAt };
}

async function isKnown({ db }: FeedContext, { product, validAt }: FrameName): Promise<boolean> {
  return (await db.frameJobs.existing('nexrad', product, null, [validAt])).length > 0;
}
