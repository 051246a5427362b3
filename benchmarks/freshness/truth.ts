import { imageryFolder, lightningFolder, models, radarSites, satellites } from '@severe/catalogue';
import {
  imageFrames,
  modelFrames,
  mosaicFrames,
  volumeFrames,
  type ExpectedFrame,
} from '../support/expected-frames.ts';
import { hasTile } from './events.ts';
import { nameOfFrame, nameOfMessage } from './names.ts';

/** What appeared at a provider. */
export interface Appearance {
  /** `mosaic`, `site radar`, `satellite`, `model`, `lightning` or `alerts`. */
  kind: FollowedKind;
  /** What the client knows it by. */
  name: string;
  /** The product, site or satellite whose older frames newer ones supersede. */
  series: string;
  /** What the provider is asked for to get it, as of `fileOf`. */
  file: string;
  /** Milliseconds since 1970. */
  appearedAt: number;
}

export const followedKinds = ['mosaic', 'site radar', 'satellite', 'model', 'lightning', 'alerts'] as const;
export type FollowedKind = (typeof followedKinds)[number];

/** A period, milliseconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** Shorter than the time for which alerts and files are in the lists of the providers. */
const lookedAtEveryMs = 30_000;
const alertsPath = 'api.weather.gov/alerts/active';

/** Whole volumes and their chunks are the same file, and so are a model file and its inventory. */
export function fileOf(path: string): string {
  const [, site, day, time] = /\b([A-Z]{4})(?:\/\d+\/)?(\d{8})[-_](\d{6})[-_]/.exec(path) ?? [];
  if (site && path.startsWith('/unidata-')) return `volume ${site} ${day} ${time}`;
  return path.replace(/\?.*$/, '').replace(/\.idx$/, '');
}

/**
 * What appeared at the simulated providers in a period, by their own lists of each moment.
 *
 * @param sites the radar sites whose volumes count
 */
export async function appearancesIn(
  url: string,
  period: Period,
  kinds: readonly FollowedKind[],
  sites: readonly string[],
): Promise<Appearance[]> {
  const found: Appearance[] = [];
  for (const kind of kinds) {
    if (kind === 'alerts') found.push(...(await alertsIn(url, period)));
    else for (const bucket of bucketsOf(kind, sites)) found.push(...(await filesIn(url, period, kind, bucket)));
  }
  return found.sort((one, other) => one.appearedAt - other.appearedAt);
}

/** The part of a bucket that has files of a kind. */
interface Followed {
  host: string;
  prefix: string;
  family: string;
  frames: (key: string) => ExpectedFrame[];
}

function bucketsOf(kind: Exclude<FollowedKind, 'alerts'>, sites: readonly string[]): Followed[] {
  const host = (url: string): string => new URL(url).host;
  switch (kind) {
    case 'mosaic':
      return [{ host: 'noaa-mrms-pds.s3.amazonaws.com', prefix: 'CONUS/', family: 'radar', frames: mosaicFrames }];
    case 'site radar':
      return sites.map((site) => ({
        host: 'unidata-nexrad-level2-chunks.s3.amazonaws.com',
        prefix: `${site}/`,
        family: 'nexrad',
        frames: volumeFrames,
      }));
    case 'satellite':
      return [{ host: host(satellites.east.bucket), prefix: imageryFolder, family: 'satellite', frames: imageFrames }];
    case 'model':
      return [{ host: host(models.hrrr.bucket), prefix: 'hrrr.', family: 'hrrr', frames: modelFrames }];
    case 'lightning':
      return Object.values(satellites).map(({ bucket }) => ({
        host: host(bucket),
        prefix: lightningFolder,
        family: 'lightning',
        frames: () => [],
      }));
  }
}

/** Sites of the setting `NEXRAD_SITES`. */
export function sitesOf(setting: string): string[] {
  return setting === 'all' ? radarSites.map(({ id }) => id) : setting.split(',');
}

async function filesIn(
  url: string,
  { from, to }: Period,
  kind: FollowedKind,
  { host, prefix, family, frames }: Followed,
): Promise<Appearance[]> {
  const found = new Map<string, number>();
  const everyMs = kind === 'site radar' || kind === 'model' ? 10 * lookedAtEveryMs : lookedAtEveryMs;
  for (const at of momentsOf({ from, to }, everyMs)) {
    for (const { key, modified } of await listed(`${url}/at/${at}/${host}`, prefix)) {
      if (modified > from && modified <= to) found.set(key, modified);
    }
  }
  return [...found].flatMap(([key, appearedAt]): Appearance[] => {
    const file = fileOf(`/${host}/${key}`);
    if (kind === 'lightning') return [{ kind, name: `lightning/${key}`, series: host, file, appearedAt }];
    const shown = frames(key).filter(({ product }) => hasTile(family, product));
    return shown.map((frame) => {
      const series = `${family}/${frame.product}/${frame.runAt ? file : ''}`;
      return { kind, name: nameOfFrame(family, frame), series, file, appearedAt };
    });
  });
}

/** Moments from the first interval on to the end of the period, as the simulator reads them: to the second. */
function momentsOf({ from, to }: Period, everyMs: number): string[] {
  const count = Math.ceil((to - from) / everyMs);
  const times = Array.from({ length: count }, (_, i) => Math.min(to, from + (i + 1) * everyMs));
  return times.map((time) => secondOf(Math.ceil(time / 1000) * 1000));
}

/** A time as in `/at/<time>`. */
export function secondOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The objects of a simulated bucket. */
export async function listed(bucket: string, prefix: string): Promise<{ key: string; modified: number }[]> {
  const objects: { key: string; modified: number }[] = [];
  for (let token = ''; ;) {
    const response = await fetch(`${bucket}/?list-type=2&prefix=${prefix}${token}`);
    const xml = await response.text();
    if (!response.ok) throw new Error(`the simulated providers answer ${response.status}: ${xml}`);
    for (const [, key, at] of xml.matchAll(/<Key>([^<]+)<\/Key><LastModified>([^<]+)</g))
      objects.push({ key, modified: Date.parse(at) });
    const [, next] = /<NextContinuationToken>([^<]+)</.exec(xml) ?? [];
    if (!next) return objects;
    token = `&continuation-token=${encodeURIComponent(next)}`;
  }
}

interface SentAlert {
  properties: { sent: string; event: string; areaDesc: string };
}

/** Messages of alerts that were sent in the period. A cancelled alert is not listed: its end is not measured. */
async function alertsIn(url: string, { from, to }: Period): Promise<Appearance[]> {
  const found = new Map<string, Appearance>();
  for (const at of momentsOf({ from, to }, lookedAtEveryMs)) {
    const response = await fetch(`${url}/at/${at}/${alertsPath}`);
    const { features } = (await response.json()) as { features: SentAlert[] };
    for (const { properties } of features) {
      const { sent, event, areaDesc } = properties;
      const [name, appearedAt] = [nameOfMessage(sent, event, areaDesc), Date.parse(sent)];
      if (appearedAt <= from || appearedAt > to) continue;
      found.set(name, { kind: 'alerts', name, series: name, file: `/${alertsPath}`, appearedAt });
    }
  }
  return [...found.values()];
}
