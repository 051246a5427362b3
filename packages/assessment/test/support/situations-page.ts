import { assess, briefingOf, Writer, type Language, type Situation } from '@severe/assessment';
import { destination } from '@severe/geo';
import { alert, discussion, now, outlook, place, quiet, storm, watch } from './situations.ts';

const minute = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const observed = { tornado: 'OBSERVED', hailIn: 1.75, windMph: null } as const;
const flood = alert({ event: 'Flash Flood Warning', severity: 'Severe', tags: { flashFlood: 'RADAR INDICATED' }, expires: minute(120) }); // prettier-ignore
const torWatch = alert({ id: 3, event: 'Tornado Watch', severity: 'Extreme', hasPolygon: false, expires: minute(400) });

/** Situations of a place on an afternoon in May, the worst first. */
const situations: { title: string; facts: string; of: Partial<Situation> }[] = [
  {
    title: 'A tornado emergency, six kilometres away',
    facts: 'A tornado warning with a catastrophic damage threat, a flash flood warning and a tornado watch.',
    of: {
      alerts: [alert({ tags: { tornado: 'OBSERVED', emergency: true, hailIn: 1.75 } }), { ...flood, id: 2 }, torWatch],
      storms: [storm({ km: 6, tags: observed })],
    },
  },
  {
    title: 'A tornado that was observed',
    facts: 'A tornado warning, and its storm 18 km to the southwest.',
    of: { alerts: [alert({ tags: { tornado: 'OBSERVED' } })], storms: [storm({ tags: observed })] },
  },
  {
    title: 'A tornado warning by radar',
    facts: 'A tornado warning whose storm is over the place.',
    of: {
      alerts: [alert({ tags: { tornado: 'RADAR INDICATED', hailIn: 1 } })],
      storms: [storm({ km: 1 })],
      radar: { ...quiet().radar!, hereDbz: 52 },
    },
  },
  {
    title: 'A severe thunderstorm warning',
    facts: 'Wind of 70 mph and hail of 1.75 inches.',
    of: { alerts: [alert({ event: 'Severe Thunderstorm Warning', severity: 'Severe', tags: { windMph: 70, hailIn: 1.75 } })] }, // prettier-ignore
  },
  { title: 'A flash flood warning', facts: 'It is indicated by radar.', of: { alerts: [flood] } },
  {
    title: 'A warning for zones',
    facts: 'A red flag warning until the next day.',
    of: { alerts: [alert({ event: 'Red Flag Warning', severity: 'Severe', hasPolygon: false, expires: minute(900) })] },
  },
  {
    title: 'A tornado watch for a particularly dangerous situation',
    facts: 'The watch covers the place for four hours.',
    of: { watches: [watch({ pds: true })] },
  },
  {
    title: 'An advisory',
    facts: 'A flood advisory for two hours.',
    of: { alerts: [alert({ event: 'Flood Advisory', severity: 'Minor', expires: minute(120) })] },
  },
  {
    title: 'A storm without a warning, and what forecasters think',
    facts: 'A mesoscale discussion, an enhanced risk, and a cell of 57 dBZ to the west.',
    of: {
      discussions: [discussion()],
      outlooks: [outlook({ risk: 'ENH', riskRank: 4 })],
      storms: [storm({ alertId: null, cellId: 'c1', event: null, tags: null, maxDbz: 57.4, fromDeg: 270 })],
    },
  },
  {
    title: 'Rain that may begin',
    facts: 'No alert; the echoes move towards the place.',
    of: {
      radar: { ...quiet().radar!, strongest: { dbz: 38, point: destination(place, 270, 22_000) } },
      nextHour: {
        from: minute(-2),
        hereDbz: null,
        steps: [0, 0, 10, 30, 55, 80, 90, 90, 80, 60, 40, 20].map((chance, i) => ({ at: minute(3 + 5 * i), chance })),
      },
    },
  },
  { title: 'A quiet day', facts: 'Every source is up to date, and nothing is in force.', of: {} },
  {
    title: 'A dead source',
    facts: 'Nothing is in force as far as is known, but alerts and the radar are not up to date.',
    of: { unavailable: ['alerts', 'radar'], radar: null },
  },
];

const languages: {
  id: Language;
  name: string;
  status: string;
  advice: string;
  why: string;
  next: string;
  rest: string;
}[] = [
  { id: 'en', name: 'English', status: 'status', advice: 'what to do', why: 'until when, and why', next: 'what may come', rest: 'what is happening' }, // prettier-ignore
  { id: 'es', name: 'Español', status: 'estado', advice: 'qué hacer', why: 'hasta cuándo, y por qué', next: 'qué puede venir', rest: 'qué pasa' }, // prettier-ignore
];

/** `docs/situations.md`: what a person reads at a place, in every language. */
export function situationsPage(): string {
  return `# Twelve situations, as a person reads them

What the panel of a place, the page \`/at/…\` and mails say at a place in Oklahoma at 5:18 PM, in their order: what to do, until when and
why, what may come, what is happening. The rules are in [assessment.md](assessment.md). \`node --import tsx scripts/situations.ts\` writes
this page from the code, and a test compares the two.

${situations.map(section).join('\n')}`;
}

function section({ title, facts, of }: (typeof situations)[number], i: number): string {
  return `## ${i + 1}. ${title}\n\n${facts}\n\n${languages.map((each) => table(each, of)).join('\n')}`;
}

function table(
  { id, name, status, advice, why, next, rest }: (typeof languages)[number],
  of: Partial<Situation>,
): string {
  const assessment = assess(quiet(of));
  const units = id === 'en' ? 'imperial' : 'metric';
  const style = { language: id, units, timeZone: 'America/Chicago' } as const;
  const said = briefingOf(assessment, style);
  const writer = new Writer(style, now);
  const rows: [string, string][] = [
    [status, writer.words.statuses[assessment.status]],
    [advice, `**${said.advice}**`],
    [why, said.headline],
    [next, said.prospects],
    [rest, said.happening],
  ];
  const shown = rows.filter(([, text]) => text !== '').map(([term, text]) => `| ${term} | ${text} |`);
  return `| | ${name} |\n|---|---|\n${shown.join('\n')}\n`;
}
