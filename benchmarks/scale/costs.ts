import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@severe/testing/until';
import { startProcess, withFolder, type ServiceProcess } from '../../scripts/support/service-process.ts';
import { Dice } from '../api/world.ts';
import { cpuSeconds } from '../support/cpu.ts';

/** Kinds of requests of the map, by the path of one of them. Places are new each time, so that no answer is kept. */
const kinds = {
  tile: (dice) => `/radar/tiles/composite-reflectivity/${tileAt(dice, 7)}.png`,
  bundle: (dice, { blocks }) => dice.one(blocks).replace('{z}/{x}/{y}', tileAt(dice, 5)),
  point: (dice) => `/radar/point?${placeOf(dice)}`,
  loop: () => '/radar/loop/composite-reflectivity.json?minutes=60&interval=2',
  alerts: () => '/alerts?limit=500',
  health: () => '/meta/health',
  summary: (dice) => `/locations/summary?${placeOf(dice)}`,
  briefing: (dice) => `/briefing/point?${placeOf(dice)}`,
  timeline: (dice) => `/briefing/timeline?${placeOf(dice)}`,
  /** Counties of Oklahoma have the odd numbers up to 153. */
  county: (dice) => `/jurisdiction/summary?fips=${40_001 + 2 * dice.whole(0, 76)}`,
  storms: (dice) => `/storms?point=${positionOf(dice).join(',')}&radius=50km&limit=100`,
} satisfies Record<string, (dice: Dice, world: World) => string>;

export type Kind = keyof typeof kinds;

/** What is known of the service before it is asked. */
interface World {
  /** Templates of bundles. */
  blocks: string[];
}

/** What an answer costs. */
export interface Cost {
  /** Processor time of service and database, in milliseconds. */
  cpuMs: number;
  bytes: number;
}

const leastAsked = 60;
const leastSeconds = 1;
/** A busy process reads and writes for many clients in turn, which costs each of them less. */
const atOnce = 32;
const fillMs = 120_000;

/**
 * The costs of all kinds of answers, of a process with the data of the demonstration that only answers: with the embedded database,
 * which is dearer than PostgreSQL.
 */
export function measureCosts(): Promise<Record<Kind, Cost>> {
  return withFolder(async (dataDir) => {
    const filling = await startProcess({ args: ['--demo'], dataDir });
    await until(() => hasWeather(filling), { withinMs: 600_000, everyMs: 1000 });
    await pause(fillMs);
    await filling.end('SIGTERM');
    const service = await startProcess({ args: ['--demo', '--roles', 'api,tiles'], dataDir });
    try {
      await until(() => hasWeather(service), { everyMs: 1000 });
      const { blocks } = (await answerOf(service, kinds.loop())).json() as { blocks: { tiles: string }[] };
      const world = { blocks: blocks.map(({ tiles }) => tiles.replace(/^.*\/api\/v1/, '')) };
      const costs: Partial<Record<Kind, Cost>> = {};
      for (const kind of Object.keys(kinds) as Kind[]) costs[kind] = await costOf(service, kind, world);
      return costs as Record<Kind, Cost>;
    } finally {
      await service.end('SIGTERM');
    }
  });
}

async function hasWeather(service: ServiceProcess): Promise<boolean> {
  return (await fetch(`${service.url}/api/v1/radar/tiles/composite-reflectivity/4/3/6.png`)).ok;
}

/** Asks until processor time can be read well. The first requests do not count: they load code and values. */
async function costOf(service: ServiceProcess, kind: Kind, world: World): Promise<Cost> {
  const dice = new Dice(5);
  let [asked, bytes] = [0, 0];
  const askAll = async (isEnough: () => boolean): Promise<void> => {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (!isEnough()) {
          asked++;
          const answer = await answerOf(service, kinds[kind](dice, world));
          bytes += answer.bytes;
        }
      }),
    );
  };
  await askAll(() => asked >= leastAsked);
  [asked, bytes] = [0, 0];
  const before = cpuSeconds(service.pid);
  await askAll(() => asked >= leastAsked && cpuSeconds(service.pid) - before >= leastSeconds);
  return { cpuMs: (1000 * (cpuSeconds(service.pid) - before)) / asked, bytes: bytes / asked };
}

/** @throws {Error} if it is not answered with 200 */
async function answerOf(service: ServiceProcess, path: string): Promise<{ bytes: number; json: () => unknown }> {
  const response = await fetch(`${service.url}/api/v1${path}`, { headers: { 'Accept-Encoding': 'br' } });
  const text = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} gave ${response.status}`);
  const sent = Number(response.headers.get('content-length') ?? text.byteLength);
  return { bytes: sent, json: () => JSON.parse(Buffer.from(text).toString()) as unknown };
}

function placeOf(dice: Dice): string {
  const [lat, lon] = positionOf(dice);
  return `lat=${lat}&lon=${lon}`;
}

function positionOf(dice: Dice): [lat: string, lon: string] {
  const [lon, lat] = [dice.between(-104, -91), dice.between(32, 39)];
  return [lat.toFixed(4), lon.toFixed(4)];
}

/** A tile over the plains, where the simulated storms are. */
function tileAt(dice: Dice, zoom: number): string {
  const [x, y] = [dice.between(0.211, 0.247), dice.between(0.381, 0.405)];
  return `${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`;
}
