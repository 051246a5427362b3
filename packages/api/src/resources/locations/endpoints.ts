import { reasonText, Writer } from '@severe/assessment';
import { formatTime } from '@severe/base';
import type { Point } from '@severe/geo';
import { apiPrefix, keyHints, placeParams, type TypeOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { labelIn, type Gathered } from '../../situation/gather.ts';
import { presentForecast, presentNextHour } from '../../situation/present.ts';
import { textParameters } from '../../situation/parameters.ts';
import { replyAboutPlace } from '../../situation/reply-about-place.ts';
import { presentAlert } from '../alerts/present.ts';
import { presentDiscussion } from '../discussions/present.ts';
import { presentObservation } from '../observations/present.ts';
import type { UnitSystem } from '../observations/units.ts';
import { presentOutlook } from '../outlooks/present.ts';
import { presentReport } from '../reports/present.ts';
import { presentWatch } from '../watches/present.ts';
import { presentOutlookRisks } from './outlook-risks.ts';
import { summaryShape } from './schema.ts';

/** Hours of the model in a summary; `/models/hrrr/point` and `/briefing/timeline` have more. */
const modelHours = 6;

/** GET /locations/summary */
export const getSummary = endpoint({
  path: '/locations/summary',
  summary: 'What is going on at a place: status, alerts, watches, outlooks, reports, observation and forecast.',
  description:
    'Records are those of their own endpoints, flat, without geometry and newest first. The status is that of all ' +
    'answers about the place; `docs/assessment.md` lists its rules. Requests for places within about 10 m share one answer.',
  tag: 'Places',
  query: { ...placeParams, ...textParameters },
  foreign: keyHints,
  response: summaryShape,
  cache: { seconds: 15 },
  work: 2,
  errors: { 503: 'The database is unavailable.' },
  handle: (call, context) =>
    replyAboutPlace(call, context, {
      path: '/locations/summary',
      needs: { radar: false, nextHour: true, modelHours },
      present: async (gathered, place) =>
        presentSummary(gathered, place, call.query, { ...context, shownRun: (await context.modelRuns()).hrrr.shown }),
    }),
});

function presentSummary(
  { assessment, found, place: named, forecast }: Gathered,
  place: Point,
  { lang, units }: { lang: 'en' | 'es'; units: UnitSystem },
  context: Pick<ApiContext, 'publicUrl'> & { shownRun: Date | undefined },
): TypeOf<typeof summaryShape> {
  const { now } = assessment.situation;
  const alertsUrl = `${context.publicUrl()}${apiPrefix}/alerts`;
  const { name, state, county, fips, wfo, timezone } = named;
  const label = labelIn({ place: named, found }, { lang, units });
  return {
    ...place,
    generated_at: formatTime(now),
    status: assessment.status,
    status_reason: reasonText(assessment, { language: lang }),
    place: { name, label, state, county, fips, wfo, timezone },
    alerts: found.alerts.map((alert) => presentAlert(alert, now, alertsUrl)),
    watches: found.watches.map((watch) => presentWatch(watch, now)),
    discussions: found.discussions.map((discussion) => presentDiscussion(discussion, now)),
    observation: found.observation && presentObservation(found.observation, units),
    outlooks: found.outlooks.map(presentOutlook),
    outlook_risks: presentOutlookRisks(found.outlooks, now),
    reports: found.reports.map(presentReport),
    next_hour: presentNextHour(assessment, new Writer({ language: lang, units, timeZone: timezone }, now)),
    hrrr: forecast && presentForecast(forecast, place, context.shownRun),
    unavailable: assessment.unavailable,
  };
}
