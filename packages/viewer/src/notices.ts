import type { Family, Health, Site, SourceHealth } from './service.ts';
import { duration, momentOf, utcTime } from './times.ts';

export interface Notice {
  text: string;
  kind: 'unreachable' | 'simulated' | 'replay' | 'late';
}

/** Texts for a source whose data is old. */
const texts: Record<Family, { name: string; newest: string; so: string }> = {
  radar: { name: 'Radar', newest: 'image', so: 'Storms have moved since; no echo does not mean no storm.' },
  nexrad: { name: 'Single radar', newest: 'image', so: 'Storms have moved since; no echo does not mean no storm.' },
  satellite: { name: 'Satellite', newest: 'image', so: 'Clouds have changed since.' },
  hrrr: { name: 'The model', newest: 'run', so: 'It does not include later observations.' },
};

/**
 * The notices above the map, most important first.
 *
 * @param shown the visible families
 */
export function noticesOf(health: Health | undefined, shown: Family[] = ['radar']): Notice[] {
  if (!health) {
    return [{ kind: 'unreachable', text: 'The service does not respond. The map may be out of date. Retrying.' }];
  }
  const late = [...new Set(shown)].flatMap((family) => lateNotice(family, health.sources[family]) ?? []);
  return [...kindNotices(health), ...late];
}

/** What kind of data a page shows, if it is not the real present. */
export function kindNotices({ simulated, replay }: Pick<Health, 'simulated' | 'replay'>): Notice[] {
  return [
    ...(replay ? [replayNotice(replay)] : []),
    ...(simulated
      ? [{ kind: 'simulated', text: 'Simulated weather: a fictitious storm day. Nothing here is real.' } as const]
      : []),
  ];
}

function replayNotice({ from, to, speed, ended }: NonNullable<Health['replay']>): Notice {
  const period = `from ${utcTime(new Date(from))}${to === null ? '' : ` to ${utcTime(new Date(to))}`}`;
  const pace = ended ? ', which has ended' : speed === 1 ? '' : ` at ${speed} times the speed`;
  return { kind: 'replay', text: `Replay ${period}${pace}. This is not the present weather.` };
}

function lateNotice(family: Family, source: SourceHealth | undefined): Notice | undefined {
  if (source?.status !== 'late' && source?.status !== 'stale') return undefined;
  const { name, newest, so } = texts[family];
  const age = source.age_seconds === null ? '' : ` The newest ${newest} is ${duration(source.age_seconds)} old.`;
  return { kind: 'late', text: `${name} is ${source.status}.${age} ${so}` };
}

/**
 * A product may be old while its source is up to date.
 *
 * @param cadenceSeconds interval between new images
 */
export function oldImage(name: string, newest: Date, cadenceSeconds: number, now: number): Notice | undefined {
  const age = (now - newest.getTime()) / 1000;
  if (age <= 5 * cadenceSeconds) return undefined;
  return { kind: 'late', text: `${name}: the newest image is ${duration(age)} old. Later weather is not on it.` };
}

/** An offline radar must not be mistaken for clear weather. */
export function silentSite(
  id: string,
  site: Pick<Site, 'status' | 'latest'> | undefined,
  now: number,
): Notice | undefined {
  if (!site?.latest) return { kind: 'late', text: `No data from ${id}: an empty map does not mean no storm.` };
  if (site.status === 'online') return undefined;
  const age = (now - momentOf(site.latest).getTime()) / 1000;
  return {
    kind: 'late',
    text: `${id} has sent nothing for ${duration(age)}. Storms have moved since; no echo does not mean no storm.`,
  };
}

/** @param names visible overlays whose data is old or missing */
export function unreliable(names: string[]): Notice | undefined {
  if (names.length === 0) return undefined;
  return { kind: 'late', text: `Old or missing: ${names.join('; ')}. Weather that is not drawn may still exist.` };
}

export const missingImages: Notice = {
  kind: 'late',
  text: 'Some images could not be loaded: a blank area does not mean no weather. Retrying.',
};

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
