import { announce } from '../../announce.ts';
import { runParts } from '../../run-parts.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { Fetched } from './freshness.ts';
import { mapLayer } from './map-layer.ts';
import { parseStormGusts, parseStormShapes } from './parse-shapes.ts';
import { parseCurrentStorms } from './parse-storms.ts';
import type { StormGustRow, StormRow, StormShapeRow } from './row.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';

const currentStorms = 'https://www.nhc.noaa.gov/CurrentStorms.json';
const options = { timeoutMs: 15_000, maxBytes: 16 << 20 };

/** Tropical cyclones: a list of all, and what the map draws of each. The map is asked only while there is a storm. */
export function createNhcStorms(fetched: Fetched): Feed {
  const checkEmptyList = createEmptyListCheck();
  let listed: { storms: StormRow[]; complete: boolean } | undefined;
  let gusts: StormGustRow[] = [];

  async function takeList(context: FeedContext, report: FeedReport): Promise<void> {
    const answer = await context.fetcher.changedText(currentStorms, { ...options, accept: 'application/json' });
    if (answer) {
      const { rows, refused } = parseCurrentStorms(answer.text);
      rejectUnreadable({ rows, refused }, 'storms');
      report.refused.push(...refused);
      await checkEmptyList('storms', rows.length === 0, () => context.db.tropicalStorms.count());
      listed = { storms: rows, complete: refused.length === 0 };
      await store(context, report);
      answer.markStored();
    }
    await fetched(context, 'storms');
  }

  /** The list tells no gusts; those of the same advisory are laid beside it, whichever came first. */
  async function store(context: FeedContext, report: FeedReport): Promise<void> {
    if (!listed) return;
    const gustOf = (storm: StormRow) =>
      gusts.find(({ stormId, advisory }) => stormId === storm.stormId && advisory === storm.advisory)?.gustKt ?? null;
    const storms = listed.storms.map((row) => {
      const { stormId: storm, ...said } = row;
      return { ...said, storm, gustKt: gustOf(row) };
    });
    const stored = await context.db.tropicalStorms.store(storms, listed.complete);
    report.new += stored.new;
    report.changed += stored.changed + stored.ended;
    report.unchanged += storms.length - stored.new - stored.changed;
    if (stored.new + stored.changed + stored.ended > 0) await announce(context, { source: 'tropical' });
  }

  async function takeGusts(context: FeedContext, report: FeedReport): Promise<void> {
    const answer = await context.fetcher.changedText(mapLayer(5), options);
    if (!answer) return;
    const { rows, refused } = parseStormGusts(answer.text);
    report.refused.push(...refused);
    gusts = rows;
    await store(context, emptyReport()); // the storms have been counted
    answer.markStored();
  }

  return {
    id: 'nhc-storms',
    source: 'tropical',
    about: 'Tropical cyclones, from the National Hurricane Center, with cones and tracks from its map service',
    everySeconds: 300,
    async run(context) {
      const report = emptyReport();
      await runParts(report, [
        ['storms', () => takeList(context, report)],
        ['points', () => whileStorms(context, () => takeGusts(context, report))],
        ['tracks', () => whileStorms(context, () => takeOutlines(context, 'track', report))],
        ['cones', () => whileStorms(context, () => takeOutlines(context, 'cone', report))],
      ]);
      return report;
    },
  };
}

async function whileStorms({ db }: FeedContext, take: () => Promise<void>): Promise<void> {
  if ((await db.tropicalStorms.count()) > 0) await take();
}

async function takeOutlines(context: FeedContext, kind: StormShapeRow['kind'], report: FeedReport): Promise<void> {
  const answer = await context.fetcher.changedText(mapLayer(kind === 'cone' ? 7 : 6), options);
  if (!answer) return;
  const { rows, refused } = parseStormShapes(answer.text, kind);
  report.refused.push(...refused);
  const stored = await context.db.tropicalStorms.storeOutlines(
    rows.map(({ stormId: storm, ...outline }) => ({ ...outline, storm })),
  );
  report.changed += stored;
  if (stored > 0) await announce(context, { source: 'tropical' });
  answer.markStored();
}
