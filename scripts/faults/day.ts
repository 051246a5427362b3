import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFeeds } from '@severe/ingest';
import { issuedBy } from '@severe/simulator/testing/issued';
import { startProcess, withFolder } from '../support/service-process.ts';
import { compare } from './day/compare.ts';
import { readStored } from './day/stored.ts';
import type { FaultSuite } from './suite.ts';

const hours = Number(process.env.SEVERE_DAY_HOURS || 24);
const frameMinutes = Number(process.env.SEVERE_DAY_FRAME_MINUTES ?? 20);
/** Ids of feeds; default: all without frames. */
const chosen = process.env.SEVERE_DAY_FEEDS?.split(',');
/** As fast as the machine can: the clock waits for the work. */
const speed = '1440';
const begin = Date.parse('2026-05-20T12:00:00Z');
/** Of the simulated providers of a replay. */
const seed = 1;
const minuteMs = 60_000;

/** Feeds of files that become frames. A day of them is thousands of pictures, which take hours. */
const ofFrames: ReadonlySet<string> = new Set(['mrms', 'goes', 'nexrad', 'hrrr']);

/** What is kept for some hours only is kept for the whole period. */
const env = { LIGHTNING_RETENTION_HOURS: '48', FRAME_RETENTION_HOURS: '48' };

/** Time until a feed has surely seen what is listed: two of its intervals; for some also the delay of their requests. */
const seenAfterMinutes: Record<string, number> = {
  alerts: 1,
  reports: 3,
  watches: 10,
  discussions: 10,
  outlooks: 10,
  eros: 10,
  text: 10,
  observations: 10,
  soundings: 60,
  lightning: 2,
  damage_tracks: 6 * 60 + 10,
};

/** A simulated day, played through the service; what it has stored is what the simulator has issued. */
export const day: FaultSuite = {
  about: `${hours} simulated hours of every source, and ${frameMinutes} minutes of radar frames (SEVERE_DAY_HOURS, SEVERE_DAY_FEEDS, SEVERE_DAY_FRAME_MINUTES)`,
  async run(report) {
    const feeds = createFeeds().filter(({ id }) => (chosen ? chosen.includes(id) : !ofFrames.has(id)));
    const followed = new Set(feeds.map(({ source }) => source));
    const sources = Object.fromEntries(Object.entries(seenAfterMinutes).filter(([source]) => followed.has(source)));
    const whole = { feeds: feeds.map(({ id }) => id), sources, to: begin + hours * 60 * minuteMs };
    await playAndCompare(whole, report);
    if (frameMinutes === 0) return;
    await playAndCompare({ feeds: ['mrms'], sources: { radar: 2 }, to: begin + frameMinutes * minuteMs }, report);
  },
};

interface Part {
  feeds: string[];
  /** Sources to compare, with the time until each of their items is seen, minutes. */
  sources: Record<string, number>;
  to: number;
}

/** Plays a period with some feeds, and compares. */
async function playAndCompare(part: Part, report: Parameters<FaultSuite['run']>[0]): Promise<void> {
  return withFolder(async (folder) => {
    const data = join(folder, 'data');
    const period = `${new Date(begin).toISOString()}..${new Date(part.to).toISOString()}`;
    const args = ['--replay', period, '--speed', speed, '--feeds', part.feeds.join()];
    const startedAt = performance.now();
    const service = await startProcess({ args, dataDir: data, env });
    await untilEnded(service.url);
    console.log(`    played at ${((part.to - begin) / (performance.now() - startedAt)).toFixed(0)}×`);
    const code = await service.end('SIGTERM');
    if (code !== 0) throw new Error(`the service ended with ${code}: ${service.log()}`);

    const stored = await readStored(data, Object.keys(part.sources));
    for (const [source, minutes] of Object.entries(part.sources)) {
      const issued = issuedBy[source](seed, begin, part.to);
      const period = { from: begin, to: part.to, seenAfterMs: minutes * minuteMs };
      const { lost, doubled, ...counts } = compare(issued, stored.get(source)!, period);
      for (const name of [...lost, ...doubled].slice(0, 5)) console.log(`    ${source}: ${name}`);
      report({
        promise: `${source}: what was issued is stored, none lost, none twice`,
        measured: `${counts.issued} issued, ${counts.stored} stored, ${lost.length} lost, ${doubled.length} twice`,
        state: lost.length + doubled.length > 0 ? 'broken' : counts.issued === 0 ? 'skipped' : 'kept',
      });
    }
  });
}

async function untilEnded(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/v1/meta/health`);
    const { replay } = (await response.json()) as { replay: { ended: boolean } };
    if (replay.ended) return;
    await pause(1000);
  }
}
