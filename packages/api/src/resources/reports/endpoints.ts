import { invalid } from '@severe/base';
import { alsoCalled, deprecated, number, oneOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText, perhapsUncounted } from '../../shared/feature.ts';
import { listWork } from '../../shared/list-work.ts';
import { areaOf, asOf, foreignFilters, ids, page, rangeOf, spatial, timeRangeOf, wfo } from '../../shared/query.ts';
import { presentReport } from './present.ts';
import { reportProperties, reportSources, reportTypes } from './schema.ts';

type ReportType = (typeof reportTypes)[number];

/** GET /reports */
export const listReports = endpoint({
  path: '/reports',
  summary: 'Storm reports: tornadoes, hail, wind and floods, newest first.',
  description:
    'One report is one event; corrections update it. Surveys rate tornadoes some days after the first report. ' +
    'Times are those of the event. A list of more than some thousands is not counted and has no `numberMatched`.',
  tag: 'Reports',
  query: {
    ...spatial,
    ...asOf,
    wfo,
    ...timeRangeOf('`time`'),
    ...page({ limit: 100 }),
    ...ids,
    type: alsoCalled(oneOf(reportTypes, { about: 'Default: all types.', example: 'hail' }), [
      'event',
      'hazard',
      'kind',
      'typetext',
      'lsrtype',
    ]),
    report_type: deprecated(oneOf(reportTypes, { about: 'Alias of `type`.' })),
    source: oneOf(reportSources, { about: 'Source of the report.' }),
    min_magnitude: alsoCalled(
      number({
        about: 'Minimum magnitude, in the units of the type. Excludes reports without a magnitude.',
        example: 1.5,
      }),
      ['magnitude', 'mag', 'minmag', 'min_mag'],
    ),
  },
  foreign: foreignFilters(),
  response: perhapsUncounted(featureCollectionOf('Report', reportProperties)),
  cache: { seconds: 15 },
  work: listWork('reports', ['type', 'report_type', 'source', 'min_magnitude', 'wfo']),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const { state, wfo: office, source, limit, offset, through, id, min_magnitude: minMagnitude } = query;
    const where = {
      area: areaOf(query),
      ...rangeOf(query),
      state,
      wfo: office,
      source,
      minMagnitude,
      type: typeOf(query),
    };
    return replyWithCollection(call, context, {
      path: '/reports',
      dataSets: ['reports'],
      seconds: 15,
      find: ({ asOf: moment }, db) => db.reports.search({ ...where, asOf: moment, limit, offset, through, ids: id }),
      feature: (report) => featureText(report.id, report.geometry, presentReport(report)),
    });
  },
});

/** The type from either parameter. @throws {RequestError} 422 if they differ */
function typeOf(query: { type?: ReportType | undefined; report_type?: ReportType | undefined }) {
  const { type, report_type: other } = query;
  if (type !== undefined && other !== undefined && type !== other)
    throw invalid(['query', 'report_type'], 'Input should be the same as type', 'value_error', { input: other });
  return type ?? other;
}
