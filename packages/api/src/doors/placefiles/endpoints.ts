import { invalid } from '@severe/base';
import { compileReadCall, keyHints, number, oneOf, required, type ReadCall, type Reply, workOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReform } from '../reform.ts';
import { isMissing, withState } from '../with-state.ts';
import { color, text } from './statements.ts';
import { statementsOf, subjects, type SubjectName } from './subjects.ts';

/** The view of a radar and what moves into it. */
const radiusKm = 500;
/** Version of the format that knows times. */
const timedVersion = 1.5;
const media = 'text/plain; charset=utf-8';

/** A radar. */
interface Site {
  lat: number;
  lon: number;
}

/** Readers of the queries of lists. */
const readers = Object.fromEntries(
  Object.entries(subjects).map(([name, { list }]) => [name, compileReadCall(list)]),
) as Record<SubjectName, ReadCall>;

/** Forms with and without the times in which they are shown. */
const [timed, plain] = [createReform(), createReform()];

/** GET /placefiles/{subject}.txt */
export const getPlacefile = endpoint({
  path: '/placefiles/{subject}.txt',
  summary: 'A placefile for GRLevelX, Supercell Wx and programs that read the same format.',
  description:
    'Programs send the radar site as `lat` and `lon`: then it has what is within 500 km. With `version` 1.5 or more, warnings, ' +
    'watches and reports have the time in which they are shown. While a source is unavailable, the file says so on the map. ' +
    'It is reloaded by itself.',
  tag: 'Places',
  params: {
    subject: required(oneOf(Object.keys(subjects) as SubjectName[], { about: 'What is shown.', example: 'warnings' })),
  },
  query: {
    lat: number({ min: -90, max: 90, about: 'Latitude of the radar site.', example: 35.33 }),
    lon: number({ min: -180, max: 180, about: 'Longitude of the radar site.', example: -97.28 }),
    version: number({ min: 0, max: 100, default: 1.2, about: 'Version of the format that the program reads.' }),
  },
  foreign: keyHints,
  response: { media: 'text/plain', about: 'A placefile.' },
  cache: { seconds: 15 },
  work: ({ path: { subject }, query }, facts) =>
    workOf(subjects[subject].list.work, askedOf(subject, siteOf(query), new Date()), facts),
  errors: { 503: 'The database is unavailable.' },
  async handle(call, context) {
    const { subject } = call.path;
    const site = siteOf(call.query);
    if (!site && (call.query.lat ?? call.query.lon) !== undefined)
      throw invalid(
        ['query', call.query.lat === undefined ? 'lat' : 'lon'],
        'lat and lon should both be given',
        'missing',
      );
    const { list, draw } = subjects[subject];
    const isTimed = call.query.version >= timedVersion;
    const asked = { ...call, ...askedOf(subject, site, context.clock()) } as Parameters<typeof list.handle>[0];
    const [reply, head] = await Promise.all([
      list.handle(asked, context) as Promise<Reply>,
      headOf(subject, site, context),
    ]);
    const drawn = await (isTimed ? timed : plain)(reply, {
      media,
      textOf: (feature) => statementsOf(draw, feature, isTimed),
    });
    return withState(drawn, { head }, context);
  },
});

function siteOf({ lat, lon }: { lat?: number | undefined; lon?: number | undefined }): Site | undefined {
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}

/** What its list is asked for. */
function askedOf(subject: SubjectName, site: Site | undefined, now: Date): ReturnType<ReadCall> {
  const near = site ? `&point=${site.lat},${site.lon}&radius=${radiusKm}km` : '';
  return readers[subject]([], subjects[subject].search(now) + near);
}

/** The beginning of a placefile. What is missing or not real is said on the map: a view without warnings looks like good news. */
async function headOf(subject: SubjectName, site: Site | undefined, context: ApiContext): Promise<string> {
  const { title, source, refreshSeconds, threshold } = subjects[subject];
  const missing = await isMissing(source, context);
  const notes = [
    ...(missing ? ['NOT CURRENT, the source does not answer'] : []),
    ...(context.simulated ? ['SIMULATED weather'] : []),
  ];
  const onMap = `${missing ? `${title}: ` : ''}${notes.join('. ')}`;
  const at = site ? [site.lon, site.lat] : [-98.6, 39.8]; // without a site, the middle of the country
  return [
    `Title: severe: ${[title, ...notes].join(', ')}\n`,
    `RefreshSeconds: ${refreshSeconds}\n`,
    'Font: 1, 12, 1, "Arial"\n',
    'Font: 2, 18, 1, "Arial"\n',
    'Threshold: 999\n',
    notes.length > 0 ? color('#ff4040') + text(at, 2, onMap, [title]) : '',
    `Threshold: ${threshold}\n`,
  ].join('');
}
