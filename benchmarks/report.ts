import type { Course, Measurement } from './benchmark.ts';
import { ratioOf, reached, verdictOf, type Day, type Result } from './results.ts';
import { figures } from './support/statistics.ts';

/** A day's results as one self-contained page: text, and a plot for each number. */
export function reportPage(day: Day, earlier: readonly Day[]): string {
  const { machine, versions, results, date } = day;
  const facts = [
    `${machine.processors} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>severe: benchmarks of ${date}</title>
<style>${style}</style>
<h1>Benchmarks of ${date}</h1>
<p class="facts">${facts.map(escape).join(' · ')}</p>
${results.map((result) => sectionOf(result, earlier)).join('\n')}
</html>
`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1b2733; background: #fff }
h2 { margin: 2.5rem 0 0 } h3 { margin: 1.5rem 0 .25rem; font-size: 1rem }
.facts, .when, pre { color: #53626f; font-size: .85rem } pre { white-space: pre-wrap }
.good { color: #1a7f4b } .bad { color: #b3261e; font-weight: 600 }
svg { display: block; width: 100%; height: auto } svg text { font: 13px system-ui, sans-serif; fill: currentColor }
@media (prefers-color-scheme: dark) { body { color: #dde6ee; background: #10171e } .good { color: #59c98e } .bad { color: #ff8a80 } }
`;

function sectionOf(
  { name, question, leavesOut, at, seconds, measurements, lines, error }: Result,
  earlier: readonly Day[],
): string {
  const failure = error === undefined ? '' : `<p class="bad">Failed: ${escape(error)}</p>`;
  return `<section>
<h2>${escape(question)}</h2>
<p class="when"><code>npm run bench -- ${escape(name)}</code>, ${escape(at)}, ${figures(seconds)} s</p>
${leavesOut === undefined ? '' : `<p>Not measured: ${escape(leavesOut)}</p>`}
${failure}
${measurements.map((measurement) => figureOf(measurement, historyOf(name, measurement, earlier))).join('\n')}
<pre>${escape(lines.join('\n'))}</pre>
</section>`;
}

function figureOf(measurement: Measurement, history: Point[]): string {
  const ratio = ratioOf(measurement);
  const said = [
    ...(ratio === undefined ? [] : [`${figures(ratio)} × as good as ${escape(measurement.peer!.name)}`]),
    ...(measurement.target
      ? [`<span class="${classOf[String(reached(measurement))]}">${escape(verdictOf(measurement))}</span>`]
      : []),
    `${measurement.better} is better`,
  ];
  return `<h3>${escape(measurement.what)}</h3>
${bars(measurement)}
<div>${said.join(' · ')}</div>
${measurement.course ? courseOf(measurement.course) : ''}
${history.length > 1 ? trend(history, ratio === undefined ? measurement.unit : '×') : ''}`;
}

const classOf: Record<string, string> = { true: 'good', false: 'bad', undefined: '' };

const [width, rowHeight, left, right] = [720, 26, 210, 110];

/** Our value and the peer's as bars on one scale, and a line at the target. */
function bars({ value, unit, peer, better, target }: Measurement): string {
  const wanted = peer && target && (better === 'higher' ? peer.value * target.ratio : peer.value / target.ratio);
  const rows = [{ name: 'severe', value, colour: '#2b7de9' }, ...(peer ? [{ ...peer, colour: '#9aa7b4' }] : [])];
  const most = Math.max(...rows.map((row) => row.value), wanted ?? 0) || 1;
  const across = (of: number) => (of / most) * (width - left - right);
  const drawn = rows.map(({ name, value: length, colour }, i) => {
    const middle = i * rowHeight + rowHeight / 2;
    return `<text x="${left - 8}" y="${middle + 4}" text-anchor="end">${escape(short(name))}</text>
<rect x="${left}" y="${middle - 8}" width="${across(length).toFixed(1)}" height="16" rx="2" fill="${colour}"/>
<text x="${(left + across(length) + 6).toFixed(1)}" y="${middle + 4}">${figures(length)} ${escape(unit)}</text>`;
  });
  const height = rows.length * rowHeight;
  const x = left + across(wanted ?? 0);
  const line =
    wanted === undefined
      ? ''
      : `<path d="M${x.toFixed(1)} 0V${height}" stroke="#e8590c" stroke-width="2" stroke-dasharray="4 3"/>`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img">${line}${drawn.join('\n')}</svg>`;
}

interface Point {
  date: string;
  value: number;
}

/** The same measurement on other days: its ratio to the peer, or its value if it has none. */
function historyOf(name: string, now: Measurement, earlier: readonly Day[]): Point[] {
  const before = earlier.flatMap(({ date, results }) => {
    const measured = results
      .find((result) => result.name === name)
      ?.measurements.find(({ what, peer }) => what === now.what && !peer === !now.peer);
    return measured ? [{ date, value: ratioOf(measured) ?? measured.value }] : [];
  });
  return [...before, { date: 'now', value: ratioOf(now) ?? now.value }];
}

/** The days as a line from left to right, on a scale from zero. */
function trend(history: Point[], unit: string): string {
  const height = 70;
  const most = Math.max(...history.map(({ value }) => value)) || 1;
  const x = (i: number) => left + (i / (history.length - 1)) * (width - left - right);
  const y = (value: number) => height - 18 - (value / most) * (height - 28);
  const path = history
    .map(({ value }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const first = history[0];
  return `<svg viewBox="0 0 ${width} ${height}" role="img"><path d="${path}" fill="none" stroke="#2b7de9" stroke-width="2"/>
<text x="${left}" y="${height - 2}" text-anchor="middle">${first.date}</text>
<text x="${width - right}" y="${height - 2}" text-anchor="middle">now</text>
<text x="${left - 8}" y="${y(first.value).toFixed(1)}" text-anchor="end">${figures(first.value)} ${escape(unit)}</text></svg>`;
}

const courseColours = ['#9aa7b4', '#2b7de9', '#e8590c'];

/** Values over the minutes of a measurement, or over the logarithm of sizes, as lines, on a scale from zero. */
function courseOf({ unit, minutes, sizesOf, lines }: Course): string {
  const height = 240;
  const [top, bottom] = [10, height - 22];
  const most = Math.max(...lines.flatMap(({ values }) => values)) || 1;
  const last = minutes[minutes.length - 1] || 1;
  const shareOf = (at: number) => (sizesOf ? Math.log(at / minutes[0]) / Math.log(last / minutes[0]) : at / last);
  const x = (at: number) => left + shareOf(at) * (width - left - right);
  const y = (value: number) => bottom - (value / most) * (bottom - top);
  const labels = apart(lines.map(({ values }) => y(values[values.length - 1])));
  const drawn = lines.map(({ name, values }, i) => {
    const path = values.map((value, k) => `${k === 0 ? 'M' : 'L'}${x(minutes[k]).toFixed(1)} ${y(value).toFixed(1)}`);
    const colour = courseColours[i % courseColours.length];
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/>
<text x="${width - right + 8}" y="${(labels[i] + 4).toFixed(1)}" style="fill:${colour}">${escape(name)}</text>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" role="img">
<path d="M${left} ${top}V${bottom}H${width - right}" fill="none" stroke="#9aa7b4"/>
<text x="${left - 8}" y="${top + 5}" text-anchor="end">${figures(most)} ${escape(unit)}</text>
<text x="${left - 8}" y="${bottom}" text-anchor="end">0</text>
<text x="${width - right}" y="${height - 4}" text-anchor="middle">${figures(last)} ${escape(sizesOf ?? 'minutes')}</text>
${drawn.join('\n')}</svg>`;
}

/** Moves labels down until none covers another. */
function apart(places: number[]): number[] {
  const moved = [...places];
  let last = -Infinity;
  for (const i of [...places.keys()].sort((one, other) => places[one] - places[other])) {
    moved[i] = Math.max(places[i], last + labelHeight);
    last = moved[i];
  }
  return moved;
}

const labelHeight = 14;

function short(name: string): string {
  return name.length > 28 ? `${name.slice(0, 27)}…` : name;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
