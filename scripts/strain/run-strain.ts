import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';
import type { Finding } from '../faults/suite.ts';
import { faultsOf, followStream, type Follower } from './follow-stream.ts';
import { frequentFeeds, readKeptData } from './kept-data.ts';
import { probe, type Probe, type ProbeReport } from './probe.ts';
import { notOk, readSources, untilOk, untilOkOnce, untilRunSince } from './sources.ts';
import { starve } from './starve.ts';

export interface StrainOptions {
  minutes: number;
  /** Share of one core that the service gets. */
  share: number;
  report: (finding: Finding) => void;
  /** Called with what happens meanwhile. */
  tell: (text: string) => void;
}

type Report = StrainOptions['report'];

/** Longest wait for the first data of every source; rivers begin two minutes after the start. */
const firstDataMs = 15 * 60_000;
/** Time after the relief in which every source is ok again. */
const reliefMs = 60_000;
/** Time after the relief in which the frequent feeds have run again, then of making the frames of the strain. */
const catchUpMs = 5 * 60_000;
/** Interval in which the sources are read under strain. */
const betweenReadsMs = 5_000;
/** Of the simulated providers of a demonstration. */
const seed = 1;

/** Requests for what the service has. */
const stored: Probe[] = [
  { name: 'stored tiles', path: '/api/v1/radar/tiles/composite-reflectivity/4/3/6.png', expected: [200] },
  { name: 'alerts', path: '/api/v1/alerts?limit=20', expected: [200] },
  { name: 'reports in a box', path: '/api/v1/reports?bbox=-100,30,-90,40&limit=20', expected: [200] },
  { name: 'frames', path: '/api/v1/radar/frames', expected: [200] },
  { name: '/healthz', path: '/healthz', expected: [200] },
  { name: '/readyz', path: '/readyz', expected: [200] },
];
/** Requests for what must be drawn first. A 503 asks the client to come again. */
const drawn: Probe = {
  name: 'tiles drawn on request',
  path: '/api/v1/radar/tiles/composite-reflectivity/9/{i}/201.png',
  expected: [200, 503],
};

/** Starves the demonstration, relieves it, and reports what it has kept. Guarantee G13. */
export async function runStrain(options: StrainOptions): Promise<void> {
  const { report, tell } = options;
  await withFolder(async (dataDir) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const service = await startProcess({ args: ['--demo'], dataDir });
    const over = new AbortController();
    try {
      const missing = await untilOkOnce(service.url, firstDataMs);
      if (missing.length > 0) throw new Error(`before the strain, ${missing.join()} were never ok: ${service.log()}`);
      tell('every source has been ok');
      await untilDrawn(service);

      const from = new Date();
      const stream = followStream(service.url, over.signal);
      await strain(service, options);
      const end = new Date();
      await relieve(service, end, options);

      const code = await service.end('SIGTERM');
      check(report, 'the service ends with exit code 0', code === 0, String(code));
      await Promise.race([stream.done, pause(10_000)]);
      await checkData(env, { from, until: end }, stream, report);
    } catch (error) {
      tell(service.log());
      throw error;
    } finally {
      over.abort();
      await service.end('SIGKILL');
    }
  });
}

/** Probes the service while it is starved. */
async function strain(service: ServiceProcess, { minutes, share, report, tell }: StrainOptions): Promise<void> {
  const over = new AbortController();
  const [cpuMs, from] = [processorMs(service.pid), performance.now()];
  const starvation = starve(service.pid, share);
  tell(`the service has ${share} of a core for ${minutes} minutes, by ${starvation.method}`);
  const probes = [...stored, drawn].map((each) => probe(service.url, each, over.signal));
  const health = watchHealth(service.url, over.signal);
  try {
    await pause(minutes * 60_000);
  } finally {
    starvation.relieve();
    over.abort();
  }
  const used = (processorMs(service.pid) - cpuMs) / (performance.now() - from);
  check(report, `the service is starved to ${share} of a core`, used < 1.2 * share, used.toFixed(3));
  for (const each of await Promise.all(probes)) checkProbe(each, report);
  const { reads, down, late } = await health;
  const lateText = [...late].map(([id, count]) => `${id} ${count}`).join(', ');
  tell(`of ${reads} reports of health under strain, sources were not ok in: ${lateText || 'none'}`);
  check(report, 'health never reports the service as down', down === 0 && reads > 0, `${down} of ${reads} reports`);
}

function checkProbe({ name, answered, failures, longestMs }: ProbeReport, report: Report): void {
  const figures = `${answered} answered, longest ${inSeconds(longestMs)}, ${failures.length} failed`;
  const why = [...new Set(failures)].slice(0, 3).join('; ');
  check(
    report,
    `requests for ${name} are answered throughout`,
    failures.length === 0 && answered > 0,
    `${figures} ${why}`.trim(),
  );
}

/** Reads the health of the sources until the end. */
async function watchHealth(url: string, over: AbortSignal) {
  let [reads, down] = [0, 0];
  const late = new Map<string, number>();
  while (!over.aborted) {
    const health = await readSources(url).catch(() => undefined);
    if (health) {
      reads++;
      if (health.overall === 'down') down++;
      for (const id of notOk(health)) late.set(id, (late.get(id) ?? 0) + 1);
    }
    await pause(betweenReadsMs, undefined, { signal: over }).catch(() => undefined); // an AbortError
  }
  return { reads, down, late };
}

/** Waits until the service has recovered: what its feeds have not asked for since the end of the strain is not lost yet. */
async function relieve(service: ServiceProcess, end: Date, { report, tell }: StrainOptions): Promise<void> {
  const { missing, waitedMs } = await untilOk(service.url, reliefMs);
  const measured = missing.length === 0 ? `after ${inSeconds(waitedMs)}` : `not ok: ${missing.join()}`;
  check(report, `all sources are ok within ${reliefMs / 1000} s of relief`, missing.length === 0, measured);
  const waiting = await untilRunSince(service.url, frequentFeeds(), end, catchUpMs);
  check(report, 'frequent feeds run again', waiting.length === 0, waiting.join() || 'all');
  const from = performance.now();
  await untilCaughtUp(service);
  const [frames, tookMs] = [await waitingFrames(service), performance.now() - from];
  tell(`${frames} frames of radar and satellite wait after further ${inSeconds(tookMs)}`);
}

/** Further runs of every feed after the strain: one fetches as many files as there is room for. */
const catchUpRuns = 5;

/** Waits until further runs have brought all frames. A frame of a busy machine may take long: none for `catchUpMs` is the end. */
async function untilCaughtUp(service: ServiceProcess): Promise<void> {
  for (let run = 0, before = -1; run < catchUpRuns; run++) {
    let [newest, newestAt] = [await publishedFrames(service), performance.now()];
    while ((await waitingFrames(service)) > 0 && performance.now() - newestAt < catchUpMs) {
      const published = await publishedFrames(service);
      if (published !== newest) [newest, newestAt] = [published, performance.now()];
      await pause(1000);
    }
    if (newest === before) return;
    before = newest;
    await untilRunSince(service.url, frequentFeeds(), new Date(), catchUpMs);
  }
}

const publishedFrames = (service: ServiceProcess): Promise<number> =>
  sumOf(service, /^severe_frames_published_total\{family="(?:radar|satellite|nexrad)".*\} (\d+)$/gm);

/** Waits for the first tile that is drawn on request. */
async function untilDrawn({ url }: ServiceProcess): Promise<void> {
  const path = drawn.path.replace('{i}', '110');
  await until(async () => (await fetch(url + path)).status === 200, { withinMs: firstDataMs, everyMs: 500 });
}

/** Measured frames that wait to be made. Frames of models are many, and may be late. */
function waitingFrames(service: ServiceProcess): Promise<number> {
  return sumOf(service, /^severe_frames_waiting\{family="(?:radar|satellite|nexrad)"\} (\d+)$/gm);
}

/** The sum of the metrics whose lines match; the pattern takes their values. */
async function sumOf({ opsUrl }: ServiceProcess, line: RegExp): Promise<number> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  return [...metrics.matchAll(line)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Compares what the service has stored and announced with what its providers had. */
async function checkData(
  env: NodeJS.ProcessEnv,
  time: { from: Date; until: Date },
  stream: Follower,
  report: Report,
): Promise<void> {
  const { lost, jobs, frames, doubled, events } = await readKeptData(env, { seed, ...time });
  const lostText = Object.entries(lost).map(([feed, count]) => `${feed} ${count}`);
  check(
    report,
    'nothing is lost',
    Object.values(lost).every((count) => count === 0),
    lostText.join(', '),
  );
  for (const [family, { refused, dead, skipped, lastReason }] of Object.entries(jobs)) {
    const why = refused + dead + skipped > 0 ? `: ${lastReason}` : '';
    const measured = `${refused} refused, ${dead} dead, ${skipped} skipped${why}`;
    check(report, `no ${family} frame is given up`, refused + dead === 0, measured);
  }
  check(report, 'no frame is there twice', doubled === 0 && frames > 0, `${doubled} of ${frames}`);
  const { missing, repeated, resets } = faultsOf(stream.heard, events);
  const heard = `${stream.heard.length} events on ${stream.ends.length} connections`;
  check(
    report,
    'the stream loses and repeats no event',
    missing.length + repeated.length + resets === 0 && stream.heard.length > 2,
    `${heard}: ${missing.length} missing, ${repeated.length} repeated, ${resets} resets`,
  );
  check(report, 'a client of the stream stays connected', stream.ends.length === 1, stream.ends.join('; '));
}

function check(report: Report, promise: string, isKept: boolean, measured: string): void {
  report({ promise, measured, state: isKept ? 'kept' : 'broken' });
}

/** Processor time of a process with all its threads, in milliseconds. @see proc_pid_stat(5) */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
