import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, withFolder, type ServiceProcess } from '../support/service-process.ts';
import type { FaultSuite } from './suite.ts';

/** Length of the period, minutes. */
const minutes = Number(process.env.SEVERE_REPLAY_MINUTES || 60);
/** Feeds that run, separated by commas; default: all. */
const feeds = process.env.SEVERE_REPLAY_FEEDS;
const from = new Date('2026-05-20T22:00:00Z');
const minuteMs = 60_000;
/** As fast as the machine can: the clock waits for the work. */
const speed = '1440';
const env = { NEXRAD_SITES: 'KTLX' };

/** Lists that know the past. */
const lists = [
  '/alerts?limit=500',
  '/watches',
  '/outlooks',
  '/eros',
  '/discussions',
  '/reports?limit=500',
  '/observations?limit=500',
  '/lightning?limit=2000',
  '/soundings?limit=100',
  '/damage-tracks?days=7',
];
/** Answers about the present, in which the clock of a replay stands at the end. */
const present = [
  ...lists,
  '/gauges?limit=500',
  '/tropical/storms',
  '/tropical/outlook',
  '/locations/summary?lat=35.22&lon=-97.44',
  '/radar/point?lat=35.22&lon=-97.44',
  '/satellite/point?lat=35.22&lon=-97.44',
];

/** Shortest list of frames, minutes. */
const shortest = 5;

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Moments within the period, at most twelve. */
function momentsOf(): Date[] {
  const step = Math.max(0.5, minutes / 12);
  const count = Math.floor((minutes - 0.1) / step);
  return Array.from({ length: count }, (_, i) => new Date(from.getTime() + (i + 1) * step * minuteMs));
}

/** The requests of each promise. @param stamps times of radar frames of the period */
function requestsOf(stamps: string[]): Record<string, string[]> {
  const moments = momentsOf();
  return {
    'lists of earlier moments': moments.flatMap((at) =>
      lists.map((list) => withQuery(list, `as_of=${at.toISOString()}`)),
    ),
    'frames of earlier moments': moments.map((at) => `/radar/frames?minutes=${shortest}&as_of=${at.toISOString()}`),
    'radar tiles': stamps.map((ts) => `/radar/tiles/composite-reflectivity/5/7/12.png?ts=${ts}`),
    'radar values': stamps.map((ts) => `/radar/point?lat=35.22&lon=-97.44&ts=${ts}`),
    'answers at the end': present,
  };
}

/** The period again, from its recording. */
export const replay: FaultSuite = {
  about: `the replay of a recorded period of ${minutes} minutes, request by request (SEVERE_REPLAY_MINUTES, SEVERE_REPLAY_FEEDS)`,
  run: (report) =>
    withFolder(async (folder) => {
      const recording = join(folder, 'recording');
      const period = `${from.toISOString()}..${new Date(from.getTime() + minutes * minuteMs).toISOString()}`;
      const args = ['--replay', period, '--speed', speed, ...(feeds ? ['--feeds', feeds] : [])];
      const first = await startProcess({ args: [...args, '--record', recording], dataDir: join(folder, 'first'), env });
      const requests = requestsOf(await playedStamps(first));
      const expected = await answersOf(first, requests);
      await first.end('SIGTERM');

      const again = ['--replay', '..', '--recording', recording, '--speed', speed];
      const second = await startProcess({ args: again, dataDir: join(folder, 'second'), env });
      await playedStamps(second);
      const found = await answersOf(second, requests);
      await second.end('SIGTERM');

      for (const [what, paths] of Object.entries(requests)) {
        const differing = paths.filter((path) => expected.get(path) !== found.get(path));
        const failed = paths.filter((path) => !expected.get(path)!.startsWith('200 '));
        for (const path of [...differing, ...failed].slice(0, 5)) {
          const [one, other] = [expected.get(path)!, found.get(path)!];
          console.log(`    ${path}\n      ${aroundDifference(one, other)}\n      ${aroundDifference(other, one)}`);
        }
        report({
          promise: `${what} are the same in the replay`,
          measured: `${paths.length - differing.length} of ${paths.length} the same, ${failed.length} failed`,
          state: paths.length === 0 ? 'skipped' : differing.length + failed.length === 0 ? 'kept' : 'broken',
        });
      }
    }),
};

/** The part of a text where it first differs from another one. */
function aroundDifference(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 100), at + 200);
}

/** Waits until the replay has ended. @returns times of the radar frames of the period */
async function playedStamps({ url }: ServiceProcess): Promise<string[]> {
  for (;;) {
    const { replay: state } = (await (await fetch(`${url}/api/v1/meta/health`)).json()) as {
      replay: { ended: boolean };
    };
    if (state.ended) break;
    await pause(1000);
  }
  const query = `minutes=${Math.max(shortest, minutes)}`;
  const { frames } = (await (await fetch(`${url}/api/v1/radar/frames?${query}`)).json()) as { frames: string[] };
  return frames;
}

/** Status and body of each response, without the address of the service; of a picture the bytes as Base64. */
async function answersOf({ url }: ServiceProcess, requests: Record<string, string[]>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of Object.values(requests).flat()) {
    const response = await fetch(`${url}/api/v1${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    const isPicture = response.headers.get('content-type')?.startsWith('image/');
    answers.set(
      path,
      `${response.status} ${isPicture ? body.toString('base64') : body.toString().replaceAll(url, '')}`,
    );
  }
  return answers;
}
