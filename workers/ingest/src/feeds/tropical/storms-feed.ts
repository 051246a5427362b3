import { announce } from '../../announce.ts';
import { runParts } from '../../run-parts.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import type { Fetched } from './freshness.ts';
import { mapLayer } from './map-layer.ts';
import { advisories, tracks } from './texts.ts';
import type { StormGustRow, StormRow, StormShapeRow } from './row.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { asGaps, rejectUnreadable } from '../../parse/parsed.ts';

const currentStorms = 'https://www.nhc.noaa.gov/CurrentStorms.json';
const options = { timeoutMs: 15_000, maxBytes: 16 << 20 };

/**
 * Creates the feed of tropical cyclones: a list of all storms, and map layers with their outlines, which are requested
 * only while there is a storm.
 */
export function createNhcStorms(fetched: Fetched): Feed {
  const checkEmptyList = createEmptyListCheck();
  let listed: { storms: StormRow[]; complete: boolean } | undefined;
  let gusts: StormGustRow[] | undefined;

  async function storeList(context: FeedContext, report: FeedReport): Promise<void> {
    const response = await context.fetcher.changedText(currentStorms, { ...options, accept: 'application/json' });
    if (response) {
      const parsed = await parseInThread('currentStorms', response.text);
      const timeOf = ({ issuedAt }: StormRow): Date => issuedAt;
      const nameOf = ({ stormId }: StormRow): string => stormId;
      const { rows, refused } = refuseFuture(parsed, context.clock, timeOf, nameOf, issueToleranceMs);
      rejectUnreadable({ rows, refused }, 'storms');
      report.refused.push(...refused);
      await checkEmptyList('storms', rows.length === 0, () => context.db.tropicalStorms.count());
      listed = { storms: rows, complete: refused.length === 0 };
      await store(context, report);
      response.markStored();
    }
    await fetched(context, 'storms');
  }

  /** Stores the storms with their gusts, which come from the map layer and are matched by advisory. */
  async function store(context: FeedContext, report: FeedReport): Promise<void> {
    if (!listed) return;
    gusts ??= await storedGusts(context); // else a map layer that is away at the start would remove them
    const known = gusts;
    const gustOf = (storm: StormRow) =>
      known.find(({ stormId, advisory }) => stormId === storm.stormId && advisory === storm.advisory)?.gustKt ?? null;
    const storms = listed.storms.map((row) => {
      const { stormId: storm, ...content } = row;
      return { ...content, storm, gustKt: gustOf(row) };
    });
    const stored = await context.db.tropicalStorms.store(storms, listed.complete);
    report.new += stored.new;
    report.changed += stored.changed + stored.ended;
    report.unchanged += storms.length - stored.new - stored.changed;
    if (stored.new + stored.changed + stored.ended > 0) await announce(context, { source: 'tropical' });
  }

  async function storeGusts(context: FeedContext, report: FeedReport): Promise<void> {
    const response = await context.fetcher.changedText(mapLayer(5), options);
    if (!response) return;
    const { rows, refused } = await parseInThread('stormGusts', response.text);
    rejectUnreadable({ rows, refused }, 'points');
    report.refused.push(...refused);
    gusts = rows;
    report.unchanged += rows.length;
    await store(context, emptyReport()); // the storms are already counted
    response.markStored();
  }

  return {
    id: 'nhc-storms',
    source: 'tropical',
    about: 'Tropical cyclones, from the National Hurricane Center, with cones and tracks from its map service',
    everySeconds: 300,
    otherForms: [advisories, tracks],
    async run(context) {
      const report = emptyReport();
      await runParts(report, [
        ['storms', () => storeList(context, report)],
        ['points', () => ifStorms(context, () => storeGusts(context, report))],
        ['tracks', () => ifStorms(context, () => storeOutlines(context, 'track', report))],
        ['cones', () => ifStorms(context, () => storeOutlines(context, 'cone', report))],
      ]);
      return report;
    },
  };
}

async function storedGusts({ db }: FeedContext): Promise<StormGustRow[]> {
  return (await db.tropicalStorms.all()).map(({ storm, advisory, gustKt }) => ({ stormId: storm, advisory, gustKt }));
}

async function ifStorms({ db }: FeedContext, take: () => Promise<void>): Promise<void> {
  if ((await db.tropicalStorms.count()) > 0) await take();
}

async function storeOutlines(context: FeedContext, kind: StormShapeRow['kind'], report: FeedReport): Promise<void> {
  const response = await context.fetcher.changedText(mapLayer(kind === 'cone' ? 7 : 6), options);
  if (!response) return;
  const { rows, refused } = await parseInThread('stormShapes', response.text, kind);
  rejectUnreadable({ rows, refused }, 'outlines');
  report.refused.push(...asGaps(refused));
  const stored = await context.db.tropicalStorms.storeOutlines(
    rows.map(({ stormId: storm, ...outline }) => ({ ...outline, storm })),
  );
  report.changed += stored;
  report.unchanged += rows.length - stored;
  if (stored > 0) await announce(context, { source: 'tropical' });
  if (refused.length === 0) response.markStored();
}
