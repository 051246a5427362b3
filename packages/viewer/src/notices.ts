import type { Family, Health, Site, SourceHealth } from './service.ts';
import { duration, momentOf } from './times.ts';

export interface Notice {
  text: string;
  kind: 'away' | 'simulated' | 'late';
}

/** What is said of a source whose data is old. */
const sayings: Record<Family, { name: string; newest: string; so: string }> = {
  radar: { name: 'Radar', newest: 'picture', so: 'Storms have moved since; no echo does not mean no storm.' },
  nexrad: { name: 'Single radar', newest: 'picture', so: 'Storms have moved since; no echo does not mean no storm.' },
  satellite: { name: 'Satellite', newest: 'picture', so: 'Clouds have changed since.' },
  hrrr: { name: 'The model', newest: 'run', so: 'It does not know what happened since.' },
};

/**
 * What must be said above the map, most important first.
 *
 * @param shown the sources that are looked at
 */
export function noticesOf(health: Health | undefined, shown: Family[] = ['radar']): Notice[] {
  if (!health) {
    return [
      { kind: 'away', text: 'The service does not answer. What you see may be old; it is tried again and again.' },
    ];
  }
  const simulated: Notice = {
    kind: 'simulated',
    text: 'Simulated weather: a storm day that never happened. Nothing here is real.',
  };
  const late = [...new Set(shown)].flatMap((family) => lateNotice(family, health.sources[family]) ?? []);
  return health.simulated ? [simulated, ...late] : late;
}

function lateNotice(family: Family, source: SourceHealth | undefined): Notice | undefined {
  if (source?.status !== 'late' && source?.status !== 'stale') return undefined;
  const { name, newest, so } = sayings[family];
  const age = source.age_seconds === null ? '' : ` The newest ${newest} is ${duration(source.age_seconds)} old.`;
  return { kind: 'late', text: `${name} is ${source.status}.${age} ${so}` };
}

/**
 * A source may be fresh while one of its products is not.
 *
 * @param cadenceSeconds interval between new images
 */
export function oldPicture(name: string, newest: Date, cadenceSeconds: number, now: number): Notice | undefined {
  const age = (now - newest.getTime()) / 1000;
  if (age <= 5 * cadenceSeconds) return undefined;
  return { kind: 'late', text: `${name}: the newest picture is ${duration(age)} old. What is not on it may be there.` };
}

/** A radar that is not heard of is no quiet sky. */
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

/** @param names of what is drawn, but old or not there */
export function doubtful(names: string[]): Notice | undefined {
  if (names.length === 0) return undefined;
  return { kind: 'late', text: `Old or missing: ${names.join('; ')}. What is not drawn may be there all the same.` };
}

export const missingPictures: Notice = {
  kind: 'late',
  text: 'Some pictures could not be had: a blank place does not mean no weather. They are asked for again.',
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
