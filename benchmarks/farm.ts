import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Measurement } from './benchmark.ts';
import { buildCommand } from './support/build.ts';
import { startFarm, startProvider } from './support/farm-processes.ts';
import { farmFamilies, type Due, type FarmFamily, type Slice } from './support/farm-slice.ts';
import { inFolder } from './support/rounds.ts';
import { figures } from './support/statistics.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const minutes = Number(process.env.FARM_MINUTES || 10);
const speeds = (process.env.FARM_SPEEDS || '1,2,4,6,8,10,12,14,16').split(',').map(Number);

/** The run of 20 UTC appears from 20:50 to 21:30, so a short period has more of it than an average hour. */
const from = Date.parse('2026-05-20T20:50:00Z');
const sites =
  'KAMA KDDC KDVN KDMX KDYX KEAX KFDR KFWS KGLD KICT KINX KLBB KLSX KLZK KOAX KSGF KSRX KTLX KTWX KVNX'.split(' ');

/** A frame is late if it is published more than this after its file appeared at the provider. */
const cadenceMs: Record<FarmFamily, number> = {
  radar: 2 * minuteMs,
  satellite: 5 * minuteMs,
  nexrad: 5 * minuteMs,
  hrrr: hourMs,
};
/** Time after the end of the period in which all work must end. */
const afterMs = 5 * minuteMs;
/** Frames per hour of a family; the model has twelve fields and the wind direction. */
const hourly = { radar: 6 * 30, satellite: 6 * 12, nexrad: 20 * 12, hrrr: 13 * 19 } satisfies Record<
  FarmFamily,
  number
>;

/** If all files are available at once, the service skips older ones. After this pause no more frames follow. */
const quietMs = 15_000;
const longestMs = 10 * minuteMs;

type Provider = Awaited<ReturnType<typeof startProvider>>;

/** Result of a replay. */
interface Replay {
  cpuSeconds: number;
  frames: number;
  /** CPU seconds per frame after the first, when programs are loaded and compiled. */
  perFrame: number;
  seconds: number;
  peakBytes: number;
  late: Due[];
  /** Share of the permitted time that the slowest frame of a family used. */
  worst: Map<FarmFamily, number>;
}

export const farm: Benchmark = {
  name: 'farm',
  question: 'How many times faster than the providers can the whole farm be, with no frame late?',
  leavesOut: 'The network of the providers, requests of users, and PostgreSQL, Redis and an object store apart.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      buildCommand();
      const slice: Slice = { from, to: from + minutes * minuteMs, sites };
      const provider = await startProvider(join(root, '.cache/farm'), slice);
      try {
        log(`${minutes} minutes of ${sites.length} radars and the rest: ${provider.files} files made beforehand`);
        log(
          `load of the machine at the start: ${loadavg().map(figures).join(', ')} on ${availableParallelism()} cores`,
        );
        const alone = await eachAlone(provider, slice, folder, log);
        const { fastest, peakBytes } = await faster(provider, slice, folder, log);
        return [atRealTime(fastest), ...alone, lower('most memory of the service', peakBytes / 1e6, 'MB')];
      } finally {
        await provider.stop();
      }
    }),
};

function atRealTime(fastest: number): Measurement {
  const target = { ratio: 1, text: 'all kept up with' };
  const peer = { name: 'the providers', value: 1 };
  return {
    what: 'highest speed with no frame late',
    value: fastest,
    unit: '× real time',
    better: 'higher',
    peer,
    target,
  };
}

function lower(what: string, value: number, unit: string): Measurement {
  return { what, value, unit, better: 'lower' };
}

/** CPU time of an hour of each family, with all of its files available at once. */
async function eachAlone(
  provider: Provider,
  slice: Slice,
  folder: string,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const family of farmFamilies) {
    const due = provider.due.filter((one) => one.family === family);
    if (due.length < 2) throw new Error(`${minutes} minutes hold ${due.length} frames of ${family}, 2 are needed`);
    const all = { startAt: slice.to, speed: 0, families: [family], polls: 20 };
    const { perFrame, frames, cpuSeconds } = await replay(provider, slice, join(folder, family), due, all);
    log(`${family}: ${frames} frames in ${figures(cpuSeconds)} s of CPU, ${figures(perFrame)} s each after the first`);
    measured.push(lower(`${family}, an hour of it`, perFrame * hourly[family], 'CPU s'));
  }
  const sum = measured.reduce((total, { value }) => total + value, 0);
  const share = figures((100 * sum) / (2 * 3600));
  return [...measured, lower(`all of it, an hour (${share} % of two cores)`, sum, 'CPU s')];
}

/** Replays the period at increasing speeds until a frame is late. */
async function faster(provider: Provider, slice: Slice, folder: string, log: (line: string) => void) {
  let [fastest, peakBytes] = [0, 0];
  for (const speed of speeds) {
    const go = { startAt: slice.from, speed, families: [...farmFamilies], polls: speed };
    const replayed = await replay(provider, slice, join(folder, `at-${speed}`), provider.due, go);
    peakBytes = Math.max(peakBytes, replayed.peakBytes);
    const used = farmFamilies
      .map((family) => `${family} ${figures(100 * (replayed.worst.get(family) ?? 0))} %`)
      .join(', ');
    const busy = figures(replayed.cpuSeconds / replayed.seconds);
    log(
      `${speed} ×: ${replayed.late.length} of ${provider.due.length} late; ${busy} cores busy; most of the time allowed: ${used}`,
    );
    if (replayed.late.length > 0) {
      log(`${speed} ×: late: ${countsOf(replayed.late)}; load average ${figures(loadavg()[0])}`);
      break;
    }
    fastest = speed;
  }
  return { fastest, peakBytes };
}

function countsOf(late: Due[]): string {
  const counts = farmFamilies.map((family) => [family, late.filter((one) => one.family === family).length]);
  return counts.flatMap(([family, count]) => (count ? `${count} of ${family}` : [])).join(', ');
}

async function replay(
  provider: Provider,
  slice: Slice,
  dataDir: string,
  due: Due[],
  go: Parameters<Provider['go']>[0] & { polls: number },
): Promise<Replay> {
  const service = await startFarm(slice, provider.url, dataDir);
  try {
    await provider.go(go);
    service.go(go);
    const startedAt = performance.now();
    const allowedMs = go.speed === 0 ? longestMs : (slice.to + afterMs - slice.from) / go.speed;
    const elapsed = () => performance.now() - startedAt;
    const sofar = () => ({ cpu: service.cpu(), frames: service.published.size, at: elapsed() });
    let [warm, last] = [sofar(), sofar()];
    while (elapsed() < allowedMs && !due.every(({ frame }) => service.published.has(frame))) {
      await wait(100);
      if (warm.frames === 0) warm = sofar();
      if (service.published.size > last.frames) last = sofar();
      if (go.speed === 0 && last.frames > 1 && elapsed() - last.at > quietMs) break;
    }
    last = service.published.size > last.frames ? sofar() : last;
    const perFrame = (last.cpu - warm.cpu) / (last.frames - warm.frames);
    const worst = new Map<FarmFamily, number>();
    const late = due.filter(({ family, frame, at }) => {
      const allowed = Math.min(cadenceMs[family], slice.to + afterMs - at);
      const part = ((service.published.get(frame) ?? Infinity) - at) / allowed;
      worst.set(family, Math.max(part, worst.get(family) ?? 0));
      return part > 1;
    });
    const { cpu: cpuSeconds, frames } = last;
    return { cpuSeconds, frames, perFrame, seconds: last.at / 1000, peakBytes: service.peakBytes(), late, worst };
  } finally {
    await service.stop();
  }
}
