import { agedHealth } from '../age.ts';
import { element } from '../elements.ts';
import { kindNotices, showNotices } from '../notices.ts';
import { client, dataOf, type Schemas } from '../service.ts';
import { duration, shortly } from '../times.ts';
import { intervalsOf, marks, summaryOf, type Interval } from './strip.ts';

/** Interval of requests. */
const refreshMs = 15_000;

const svg = 'http://www.w3.org/2000/svg';

type Source = Schemas['Sources']['sources'][number];
type Health = Schemas['Health'];
type History = Schemas['HealthHistory'];

let names: Source[] = [];
/** The last answer, and when it came. */
let last: { health: Health; history: History | undefined; at: number } | undefined;

async function refresh(): Promise<void> {
  try {
    const [health, history] = await Promise.all([
      dataOf(client.get('/meta/health')),
      dataOf(client.get('/meta/health/history')).catch(() => undefined), // without its database the service has none
    ]);
    if (names.length === 0) names = (await dataOf(client.get('/meta/sources'))).sources;
    last = { health, history, at: Date.now() };
    showNotices(element('notices'), kindNotices(health));
    element('summary').textContent = summary(health);
    showRows(health, history);
  } catch {
    showOutage();
  }
}

/** Shows what was known as past: ages grow on, and no state is of now. */
function showOutage(): void {
  const silentMs = last ? Date.now() - last.at : 0;
  const since = last ? ` for ${duration(silentMs / 1000)}` : '';
  const text = `The service has not responded${since}. What is shown may be out of date. Retrying.`;
  showNotices(element('notices'), [...(last ? kindNotices(last.health) : []), { kind: 'unreachable', text }]);
  if (!last) return;
  const { health, history } = last;
  element('summary').textContent = `Unknown since ${clockOf(health)}`;
  showRows(agedHealth(health, new Map(), Date.parse(health.time) + silentMs), history, true);
}

/** @param isPast whether states are those of the last answer */
function showRows({ sources }: Health, history: History | undefined, isPast = false): void {
  const rows = names.map((source) => rowOf(source, sources[source.id], history, isPast));
  element('sources').replaceChildren(...rows);
}

/** The time of an answer: `22:18:05Z`. */
function clockOf({ time }: Health): string {
  return `${time.slice(11, 19)}Z`;
}

function summary(health: Health): string {
  const { status, sources, components } = health;
  const count = (wanted: string) => Object.values(sources).filter((source) => source.status === wanted).length;
  const counts = ['late', 'stale', 'unknown'].flatMap((each) => (count(each) > 0 ? [`${count(each)} ${each}`] : []));
  const down = Object.entries(components).flatMap(([name, state]) => (state === 'ok' ? [] : [name.replace('_', ' ')]));
  const words = { ok: 'Everything needed is up to date', degraded: 'Degraded', down: 'Down' }[status];
  const parts = [...counts, ...down.map((name) => `the ${name} is down`)];
  return `${words}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}. ${clockOf(health)}`;
}

function rowOf(
  source: Source,
  health: Schemas['SourceHealth'] | undefined,
  history: History | undefined,
  isPast: boolean,
): HTMLElement {
  const row = document.createElement('tr');
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = source.name;
  const status = isPast ? 'unknown' : (health?.status ?? 'unknown');
  const was = isPast && health ? [`was ${health.status}`] : [];
  const state = cell(status, health && [...was, ...remarks(health)].join('; '));
  state.className = `state ${status}`;
  const age = health?.age_seconds;
  const own = history?.sources[source.id];
  const strip = document.createElement('td');
  if (history && own && health) {
    const intervals = intervalsOf(history, own, health.expected_seconds);
    strip.append(stripOf(intervals, source.name), small(summaryOf(intervals)));
  }
  row.append(
    name,
    state,
    cell(age == null ? 'none' : `${shortly(age)} old`, health?.data_time?.slice(11, 16).concat('Z')),
    cell(health ? shortly(health.expected_seconds) : ''),
    cell(percent(health?.success_rate_1h)),
    cell(percent(health?.success_rate_24h)),
    strip,
  );
  return row;
}

/** What one must know of a source beside its state. */
function remarks({ in_use: inUse, problems, failing_since: since }: Schemas['SourceHealth']): string[] {
  const found = problems.map((problem) => problemWords[problem]);
  return [
    ...(inUse && inUse !== 'service' ? [originWords[inUse]] : []),
    ...(found.length > 0 ? [`${found.join(', ')} since ${since?.slice(11, 16) ?? ''}Z`] : []),
  ];
}

const originWords = { bulletins: 'from bulletins', other_service: 'from another service' };

const problemWords: Record<Schemas['SourceHealth']['problems'][number], string> = {
  empty: 'sends nothing where data are expected',
  unavailable: 'does not send its data',
  unreadable: 'sends data that cannot be read',
  internal: 'cannot be stored',
};

function percent(rate: number | null | undefined): string {
  return rate == null ? 'none' : `${(100 * rate).toFixed(rate > 0.99 && rate < 1 ? 1 : 0)} %`;
}

function cell(text: string, more?: string): HTMLTableCellElement {
  const made = document.createElement('td');
  made.append(text, ...(more ? [small(more)] : []));
  return made;
}

function small(text: string): HTMLElement {
  const made = document.createElement('small');
  made.textContent = text;
  return made;
}

/** The strip of a source: a rectangle for each interval, whose title says what happened. */
function stripOf(intervals: readonly Interval[], name: string): SVGElement {
  const strip = document.createElementNS(svg, 'svg');
  strip.setAttribute('class', 'strip');
  strip.setAttribute('viewBox', `0 0 ${intervals.length} 10`);
  strip.setAttribute('preserveAspectRatio', 'none');
  strip.setAttribute('role', 'img');
  strip.setAttribute('aria-label', `${name}: ${summaryOf(intervals)}`);
  intervals.forEach(({ mark, text }, i) => {
    const part = document.createElementNS(svg, 'rect');
    const title = document.createElementNS(svg, 'title');
    title.textContent = text;
    for (const [key, value] of Object.entries({ x: i, y: 0, width: 0.9, height: 10, class: `fill-${mark}` }))
      part.setAttribute(key, String(value));
    part.append(title);
    strip.append(part);
  });
  return strip;
}

element('key').replaceChildren(
  ...Object.entries(marks).map(([mark, text]) => {
    const item = document.createElement('li');
    const swatch = document.createElement('span');
    swatch.className = `fill-${mark}`;
    item.append(swatch, text);
    return item;
  }),
);
void refresh();
setInterval(() => void (document.hidden || refresh()), refreshMs);
document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
