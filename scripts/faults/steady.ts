import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadSettings, silentLog, type Settings } from '@severe/base';
import { modelIds, nowcast } from '@severe/catalogue';
import { databaseOn, openEmbedded } from '@severe/db/testing/embedded';
import { startProcess, withFolder } from '../support/service-process.ts';
import { comparedWithCadence, MadeFrames } from './steady/made-frames.ts';
import { storedFiles, type StoredFiles } from './steady/stored-files.ts';
import type { FaultSuite } from './suite.ts';

/** Longer than the longest retention of frames, six hours. */
const hours = Number(process.env.SEVERE_STEADY_HOURS || 9);
/** Of the machine, after which the day is broken off; what it has reached by then is measured. */
const mostMinutes = Number(process.env.SEVERE_STEADY_MINUTES || Infinity);
const begin = Date.parse('2026-05-20T15:00:00Z');
/** An afternoon of supercells, by daylight: the largest files of the simulated day. */
const repeatedFrom = '2026-05-20T22:00:00Z';
const [minuteMs, hourMs] = [60_000, 3_600_000];
const sampleMs = 10_000;
/** Samples in a row that a busy machine may miss. */
const mostMissed = 6;
/** Objects are removed some minutes after the rows of their frames, on the clock of the machine. */
const sweptAfterMs = 6 * minuteMs;
/** Of the store at the end over that of the moment at which all frames had reached their retention. */
const mostGrowth = 1.25;
/** A model has its newest runs, the two newest long ones, and one that arrives. */
const runsBeside = 3;

/** Settings that narrow what is played, or for how long it is kept: a day of everything takes hours of processor time. */
const narrowing = [
  'SOURCES',
  'NEXRAD_SITES',
  'SATELLITE_PRODUCTS',
  'HRRR_FIELDS',
  'HRRR_HOURS',
  'HRRR_EVERY_HOURS',
  'NOWCAST',
  'OBSERVATION_RETENTION_HOURS',
];

type Report = Parameters<FaultSuite['run']>[0];

/**
 * Hours of every feed with its frames, at the sizes of the simulated providers and the default retention. Most of the work
 * would be that of the providers, so their large files are made once for some minutes, and dated anew for all others. What
 * remains is that of the service; settings in the environment narrow it, and are printed.
 */
export const steady: FaultSuite = {
  about: `${hours} simulated hours of every feed with frames: files and rows stay within their retention, and no frame is missing (SEVERE_STEADY_HOURS)`,
  async run(report) {
    await withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const settings = loadSettings(process.env);
      console.log(
        `    mosaics, volumes, images and model fields have the values of some minutes from ${repeatedFrom} on,`,
      );
      console.log('    each at its own time; flashes, lists and texts are made for every time');
      const given = narrowing.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]}`);
      console.log(`    ${given.join(' ') || 'default settings'}`);
      const made = new MadeFrames();
      const samples = await play(dataDir, made);
      const last = samples.at(-1)!;
      if (last.hour < hours) console.log(`    broken off after ${last.hour.toFixed(1)} hours`);
      reportRaw(samples, last, report);
      reportCadence(made, last, settings, report);
      reportFrames(samples, last, settings, report);
      reportGrowth(samples, last, settings, report);
      await reportRows(dataDir, last, settings, report);
    });
  },
};

/** What was stored at some simulated hour. */
interface Sample extends StoredFiles {
  hour: number;
  /** On the clock of the machine. */
  at: number;
}

/** Plays the period to its end, and waits until what is due is removed. Only the last sample has its frames. */
async function play(dataDir: string, made: MadeFrames): Promise<Sample[]> {
  const to = begin + hours * hourMs;
  const period = `${new Date(begin).toISOString()}..${new Date(to).toISOString()}`;
  execFileSync(process.execPath, [path('../../scripts/build.mjs'), '--if-changed']);
  const service = await startProcess({
    args: ['--replay', period, '--speed', '1440'],
    dataDir,
    env: { SEVERE_SIMULATED_FROM: repeatedFrom },
    command: path('../../packages/severe/bin/severe.js'),
  });
  const startedAt = Date.now();
  const samples: Sample[] = [];
  let missed = 0;
  for (let endedAt = Infinity; Date.now() - endedAt < sweptAfterMs;) {
    if (endedAt === Infinity && Date.now() - startedAt > mostMinutes * minuteMs) break;
    const response = await fetch(`${service.url}/api/v1/meta/health`).catch(() => undefined);
    if (!response) {
      if (++missed > mostMissed) throw new Error(`the service does not answer: ${service.log()}`);
      await pause(sampleMs);
      continue;
    }
    missed = 0;
    const { replay, time } = (await response.json()) as { replay: { ended: boolean }; time: string };
    if (replay.ended) endedAt = Math.min(endedAt, Date.now());
    const hour = (Date.parse(time) - begin) / hourMs;
    const sample = { hour, at: Date.now(), ...(await storedFiles(join(dataDir, 'objects'))) };
    made.add(sample.families);
    if (Math.floor(hour) > Math.floor(samples.at(-1)?.hour ?? -1))
      console.log(`    hour ${hour.toFixed(1)} after ${minutes(startedAt)} min: ${mb(sample.bytes)}`);
    samples.at(-1)?.families.clear();
    samples.push(sample);
    await pause(sampleMs);
  }
  const code = await service.end('SIGTERM');
  if (code !== 0) throw new Error(`the service ended with ${code}: ${service.log()}`);
  return samples;
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const minutes = (since: number): string => ((Date.now() - since) / minuteMs).toFixed(0);

function reportCadence({ families }: MadeFrames, { hour }: Sample, settings: Settings, report: Report): void {
  const period = { from: begin, to: begin + hour * hourMs };
  for (const { family, about, expected, missing } of comparedWithCadence(families, settings, period)) {
    for (const each of missing.slice(0, 10)) console.log(`    ${family}: ${each}`);
    report({
      promise: `no frame of ${family} is left out`,
      measured: `${about}: ${expected.toLocaleString('en')} frames, ${missing.length} times too few`,
      state: missing.length > 0 ? 'broken' : expected === 0 ? 'skipped' : 'kept',
    });
  }
}

function reportRaw(samples: readonly Sample[], last: Sample, report: Report): void {
  const most = samples.reduce((one, other) => (other.raw.bytes > one.raw.bytes ? other : one));
  report({
    promise: "providers' files are gone once their frames are made",
    measured: `${last.raw.files} at the end; at most ${most.raw.files}, ${mb(most.raw.bytes)}`,
    state: last.raw.files === 0 ? 'kept' : last.hour < hours ? 'skipped' : 'broken',
  });
}

/** Retention of measured frames, hours. */
const hoursKept = (settings: Settings): Record<string, number> => ({
  radar: settings.frameRetentionHours,
  satellite: settings.satelliteRetentionHours,
  nexrad: settings.nexradRetentionHours,
});

/** Runs that are kept of what has runs. */
const runsOf = (settings: Settings): Record<string, number> => ({
  ...Object.fromEntries(modelIds.map((id) => [id, settings.modelRunsKept])),
  nowcast: nowcast.runsKept,
});

/** Runs an hour. */
const runsAnHour: Record<string, number> = { nowcast: 30 };

function reportFrames(samples: readonly Sample[], last: Sample, settings: Settings, report: Report): void {
  const { families, at, hour } = last;
  /** Simulated hours in the time in which objects wait for their removal; none after the end of the period. */
  const waiting = hour - samples.findLast((sample) => sample.at <= at - sweptAfterMs)!.hour;
  for (const [family, { bytes, times }] of families) {
    const all = [...times.values()].map((each) => [...each.keys()].toSorted((one, other) => one - other));
    const runsKept = runsOf(settings)[family];
    const spans = all.map((each) => (each.at(-1)! - each[0]) / hourMs);
    const counts = all.map((each) => each.length);
    const kept = hoursKept(settings)[family];
    const isWithin = runsKept
      ? Math.max(...counts) <= runsKept + runsBeside + Math.ceil(waiting * (runsAnHour[family] ?? 1))
      : Math.max(...spans) <= kept + 0.25 + waiting;
    const most = runsKept
      ? `at most ${Math.max(...counts)} runs`
      : `at most ${Math.max(...spans).toFixed(2)} h of ${kept}`;
    report({
      promise: `frames of ${family} are within their retention`,
      measured: `${all.length} products or sites, ${most}, ${mb(bytes)}`,
      state: isWithin ? 'kept' : 'broken',
    });
  }
}

function reportGrowth(samples: readonly Sample[], last: Sample, settings: Settings, report: Report): void {
  const longest = Math.max(...Object.values(hoursKept(settings)));
  const reached = samples.find(({ hour }) => hour >= longest);
  const [first, most] = [reached?.bytes ?? 0, Math.max(...samples.map(({ bytes }) => bytes))];
  report({
    promise: `the object store does not grow by more than ${Math.round((mostGrowth - 1) * 100)} % once the longest retention is reached`,
    measured: `${mb(first)} after ${longest} hours, at most ${mb(most)}, ${mb(last.bytes)} at the end`,
    state: !reached || last.hour <= longest ? 'skipped' : last.bytes <= first * mostGrowth ? 'kept' : 'broken',
  });
}

/** Tables whose rows are kept for hours, with the setting that says for how many. */
const tables = {
  observations: { column: 'at', setting: 'observationRetentionHours' },
  lightning_granules: { column: 'starts_at', setting: 'lightningRetentionHours' },
} as const;

async function reportRows(dataDir: string, { hour }: Sample, settings: Settings, report: Report): Promise<void> {
  const end = new Date(begin + hour * hourMs);
  const connection = await openEmbedded(dataDir, silentLog);
  const db = databaseOn(connection, { clock: () => end, simulated: true });
  try {
    await db.prune(settings);
    for (const [table, { column, setting }] of Object.entries(tables)) {
      const rows = await connection.knex(table).min({ oldest: column }).count({ count: '*' });
      const [{ oldest, count }] = rows as { oldest: Date | null; count: number }[];
      const age = oldest ? (end.getTime() - oldest.getTime()) / hourMs : 0;
      report({
        promise: `rows of ${table} are within their retention`,
        measured: `${count} rows, the oldest of ${age.toFixed(1)} h of ${settings[setting]}`,
        state: count > 0 && age <= settings[setting] ? 'kept' : 'broken',
      });
    }
    const { rows } = await connection.knex.raw<{ rows: { size: number }[] }>(
      'select pg_database_size(current_database()) as size',
    );
    console.log(`    database: ${mb(rows[0].size)}`);
  } finally {
    await db.close();
  }
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
