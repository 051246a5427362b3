import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Measurement } from './benchmark.ts';
import { startFarm, startProvider } from './support/farm-processes.ts';
import { farmFamilies, type Due, type FarmFamily, type Slice } from './support/farm-slice.ts';
import { inFolder } from './support/rounds.ts';
import { figures } from './support/statistics.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const minutes = Number(process.env.FARM_MINUTES || 10);
const speeds = (process.env.FARM_SPEEDS || '1,2,4,6,8,10,12,14,16').split(',').map(Number);

/** The run of 20 UTC appears from 20:50 to 21:30, so that a short slice has more of it than an hour has on average. */
const from = Date.parse('2026-05-20T20:50:00Z');
const sites =
  'KAMA KDDC KDVN KDMX KDYX KEAX KFDR KFWS KGLD KICT KINX KLBB KLSX KLZK KOAX KSGF KSRX KTLX KTWX KVNX'.split(' ');

/** Frames are late when they are published longer than this after their provider has what they are made of. */
const cadenceMs: Record<FarmFamily, number> = {
  radar: 2 * minuteMs,
  satellite: 5 * minuteMs,
  nexrad: 5 * minuteMs,
  hrrr: hourMs,
};
/** Nothing may be left to do so long after the end of the slice. */
const afterMs = 5 * minuteMs;
/** How many frames of a family an hour has; the direction of the wind comes to the twelve fields of the model. */
const hourly = { radar: 6 * 30, satellite: 6 * 12, nexrad: 20 * 12, hrrr: 13 * 19 } satisfies Record<
  FarmFamily,
  number
>;

/** Of files that lie there all at once the service skips the older ones; nothing more comes when it was quiet so long. */
const quietMs = 15_000;
const longestMs = 10 * minuteMs;

type Provider = Awaited<ReturnType<typeof startProvider>>;

/** What came of a spell. */
interface Spell {
  cpuSeconds: number;
  frames: number;
  /** CPU seconds a frame once one had been published: by then programs are loaded and compiled. */
  perFrame: number;
  seconds: number;
  peakBytes: number;
  late: Due[];
  /** The part of its time that the slowest frame of a family used. */
  worst: Map<FarmFamily, number>;
}

export const farm: Benchmark = {
  name: 'farm',
  question: 'How many times faster than the providers can the whole farm be, with no frame late?',
  run: ({ log }) =>
    inFolder(async (folder) => {
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
      const slice: Slice = { from, to: from + minutes * minuteMs, sites };
      const provider = await startProvider(join(root, '.cache/farm'), slice);
      try {
        log(`${minutes} minutes of ${sites.length} radars and the rest: ${provider.files} files made beforehand`);
        log(
          `load of the machine as it begins: ${loadavg().map(figures).join(', ')} on ${availableParallelism()} cores`,
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

/** CPU that an hour of each family needs: all of its files lie there, and are taken as fast as they can be. */
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

/** Replays the slice at one speed after the other, until a frame is late. */
async function faster(provider: Provider, slice: Slice, folder: string, log: (line: string) => void) {
  let [fastest, peakBytes] = [0, 0];
  for (const speed of speeds) {
    const go = { startAt: slice.from, speed, families: [...farmFamilies], polls: speed };
    const spell = await replay(provider, slice, join(folder, `at-${speed}`), provider.due, go);
    peakBytes = Math.max(peakBytes, spell.peakBytes);
    const used = farmFamilies
      .map((family) => `${family} ${figures(100 * (spell.worst.get(family) ?? 0))} %`)
      .join(', ');
    const busy = figures(spell.cpuSeconds / spell.seconds);
    log(
      `${speed} ×: ${spell.late.length} of ${provider.due.length} late; ${busy} cores busy; most of the time allowed: ${used}`,
    );
    if (spell.late.length > 0) {
      log(`${speed} ×: late are ${countsOf(spell.late)}; other load meanwhile ${figures(loadavg()[0])}`);
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
): Promise<Spell> {
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
