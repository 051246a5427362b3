import { named, t } from './language.ts';
import type { Family, Health, Site, SourceHealth } from './service.ts';
import { duration, momentOf, utcTime } from './times.ts';

interface Notice {
  text: string;
  kind: 'unreachable' | 'simulated' | 'replay' | 'late';
}

/** What the notices are made from. */
export interface NoticeFacts {
  /** Undefined while the service does not respond. */
  health: Health | undefined;
  /** What kind of data the service has; known during an outage too. */
  kind: Pick<Health, 'simulated' | 'replay'>;
  /** The visible families. */
  families: Family[];
  /** The single radar that is shown. */
  radar?: { id: string; site: Pick<Site, 'status' | 'latest'> | undefined };
  /** The newest image of a product with its interval. */
  image?: { name: string; family: Family; newest: Date; cadenceSeconds: number };
  /** Visible overlays. */
  overlays: { name: string; source: string; isUnreliable: boolean }[];
  /** Whether images could not be loaded. */
  isIncomplete: boolean;
  /** On the clock of the service. */
  now: number;
}

/** Texts for a source whose data is old. */
const texts: Record<Family, { name: string; newest: string; so: string }> = {
  radar: { name: t`Radar`, newest: t`image`, so: t`Storms have moved since; no echo does not mean no storm.` },
  nexrad: { name: t`Single radar`, newest: t`image`, so: t`Storms have moved since; no echo does not mean no storm.` },
  satellite: { name: t`Satellite`, newest: t`image`, so: t`Clouds have changed since.` },
  hrrr: { name: t`The model`, newest: t`run`, so: t`It does not include later observations.` },
  rrfs: { name: t`The model RRFS`, newest: t`run`, so: t`It does not include later observations.` },
};

const simulatedNotice: Notice = {
  kind: 'simulated',
  text: t`Simulated weather: a fictitious storm day. Nothing here is real.`,
};

const missingImages: Notice = {
  kind: 'late',
  text: t`Some images could not be loaded: a blank area does not mean no weather. Retrying.`,
};

/** The notices above the map. Each fact is in one notice: the more special one replaces the general one. */
export function noticesOf(facts: NoticeFacts): Notice[] {
  const { health, kind, families, radar, image, overlays, isIncomplete, now } = facts;
  const first = kindNotices(kind);
  if (!health) return [...first, unreachable(isIncomplete)];
  const silent = radar && silentSite(radar.id, radar.site, now);
  const late = [...new Set(families)].flatMap((family) => {
    const notice = lateNotice(family, health.sources[family]);
    return notice ? [{ family, notice: family === 'nexrad' && silent ? silent : notice }] : [];
  });
  const isLate = (source: string) => late.some(({ family }) => family === source);
  const notices = [
    ...late.map(({ notice }) => notice),
    !isLate('nexrad') && silent,
    image && !isLate(image.family) && oldImage(image, now),
    unreliable(overlays.filter(({ isUnreliable, source }) => isUnreliable && !isLate(source))),
    isIncomplete && missingImages,
  ];
  return [...first, ...notices.filter((notice): notice is Notice => notice instanceof Object)];
}

/** What kind of data a page shows, if it is not the real present. */
export function kindNotices({ simulated, replay }: NoticeFacts['kind']): Notice[] {
  return [...(replay ? [replayNotice(replay)] : []), ...(simulated ? [simulatedNotice] : [])];
}

function replayNotice({ from, to, speed, ended }: NonNullable<Health['replay']>): Notice {
  const year = from.slice(0, 4);
  const start = utcTime(new Date(from));
  const period = to === null ? t`of ${year} from ${start}` : t`of ${year} from ${start} to ${utcTime(new Date(to))}`;
  const pace = ended ? t`, which has ended` : speed > 1 ? t` at up to ${speed} times the speed` : '';
  return { kind: 'replay', text: t`Replay ${period}${pace}. This is not the present weather.` };
}

function unreachable(isIncomplete: boolean): Notice {
  const blank = isIncomplete ? t` Some images are missing: a blank area does not mean no weather.` : '';
  return {
    kind: 'unreachable',
    text: t`The service does not respond. The map may be out of date.${blank} Retrying.`,
  };
}

function lateNotice(family: Family, source: SourceHealth | undefined): Notice | undefined {
  if (source?.status !== 'late' && source?.status !== 'stale') return undefined;
  const { name, newest, so } = texts[family];
  const age = source.age_seconds === null ? '' : t` The newest ${newest} is ${duration(source.age_seconds)} old.`;
  return { kind: 'late', text: t`${name} is ${named(source.status)}.${age} ${so}` };
}

/** A product may be old while its source is up to date. */
function oldImage(
  { name, newest, cadenceSeconds }: NonNullable<NoticeFacts['image']>,
  now: number,
): Notice | undefined {
  const age = (now - newest.getTime()) / 1000;
  if (age <= 5 * cadenceSeconds) return undefined;
  return { kind: 'late', text: t`${name}: the newest image is ${duration(age)} old. Later weather is not on it.` };
}

/** An offline radar must not be mistaken for clear weather. */
function silentSite(id: string, site: Pick<Site, 'status' | 'latest'> | undefined, now: number): Notice | undefined {
  if (!site?.latest) return { kind: 'late', text: t`No data from ${id}: an empty map does not mean no storm.` };
  if (site.status === 'online') return undefined;
  const age = (now - momentOf(site.latest).getTime()) / 1000;
  return {
    kind: 'late',
    text: t`${id} has sent nothing for ${duration(age)}. Storms have moved since; no echo does not mean no storm.`,
  };
}

/** @param overlays visible overlays whose data is old or missing */
function unreliable(overlays: { name: string }[]): Notice | undefined {
  if (overlays.length === 0) return undefined;
  const names = overlays.map(({ name }) => name).join('; ');
  return { kind: 'late', text: t`Old or missing: ${names}. Weather that is not drawn may still exist.` };
}

export function showNotices(element: HTMLElement, notices: Notice[]): void {
  const before = [...element.children].map((child) => child.textContent).join('\n');
  if (before === notices.map(({ text }) => text).join('\n')) return;
  element.replaceChildren(
    ...notices.map(({ text, kind }) => {
      const notice = document.createElement('div');
      notice.className = `notice ${kind}`;
      notice.textContent = text;
      return notice;
    }),
  );
}
