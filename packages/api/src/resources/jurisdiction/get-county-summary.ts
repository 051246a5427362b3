import { assess, nothingKnown, reasonText, type AssessedSource, type Situation } from '@severe/assessment';
import { formatTime } from '@severe/base';
import { countiesInAlerts, countyName, fipsOfZone, slugOfCounty } from '@severe/catalogue';
import type { CountySurroundings } from '@severe/db';
import { apiPrefix, type TypeOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { changeAfter, knownAlert, unavailableSources } from '../../situation/gather.ts';
import { textParameters } from '../../situation/parameters.ts';
import { presentAlert } from '../alerts/present.ts';
import { presentOutlook } from '../outlooks/present.ts';
import { presentWatch } from '../watches/present.ts';
import { checkCountyQuery, findCounty, countyParameters, type FoundCounty } from './find-county.ts';
import { countySummaryShape } from './schema.ts';

const seconds = 300;

/** Sources that a county summary is made from. */
const countySources: readonly AssessedSource[] = ['alerts', 'watches', 'discussions', 'outlooks', 'reports'];

/** GET /jurisdiction/summary */
export const getCountySummary = endpoint({
  path: '/jurisdiction/summary',
  summary: 'Active hazards and recent activity of a county.',
  description:
    'Selected as in `/jurisdiction/boundary`. Alerts, watches, outlook and reports are those of any part of the county, ' +
    'so that the status of a place in it can be lower. Clients may keep the answer for five minutes; ' +
    '`/locations/summary` and `/alerts` are more current.',
  tag: 'Places',
  query: { ...countyParameters, lang: textParameters.lang },
  response: countySummaryShape,
  cache: { seconds },
  errors: { 404: 'No such county.', 503: 'The database is unavailable.' },
  handle({ query }, context) {
    checkCountyQuery(query);
    return context.replyFromCache({
      key: `/jurisdiction/summary?${JSON.stringify(query)}`,
      dataSets: ['zones', 'alerts', 'watches', 'discussions', 'outlooks', 'reports', 'damage_tracks'],
      seconds,
      async make(sets) {
        const county = await findCounty(context.db, query);
        const { ugc } = county.county;
        const now = context.clock();
        const [around, unavailable] = await Promise.all([
          context.db.surroundings.ofCounty({ ugc, fips: countiesInAlerts(fipsOfZone(ugc)!) }, now),
          unavailableSources(context),
        ]);
        const situation = situationOfCounty(around, {
          now,
          unavailable: unavailable.filter((source) => countySources.includes(source)),
        });
        const body = presentCounty(county, around, situation, { ...context, language: query.lang });
        const change = changeAfter(around, now);
        return createReply(JSON.stringify(body), 'application/json', sets, {}, () => context.clock() < change);
      },
    });
  },
});

/** A county has no single place: what covers any part of it counts. */
function situationOfCounty(
  { alerts, watches, discussions, outlooks }: CountySurroundings,
  rest: Pick<Situation, 'now' | 'unavailable'>,
): Situation {
  const place = { lat: 0, lon: 0 }; // without storms and reports no rule asks for it
  return { ...nothingKnown, ...rest, place, alerts: alerts.map(knownAlert), watches, discussions, outlooks };
}

function presentCounty(
  { county, siblings }: FoundCounty,
  { alerts, watches, outlooks, reports, tracks }: CountySurroundings,
  situation: Situation,
  { publicUrl, language }: Pick<ApiContext, 'publicUrl'> & { language: 'en' | 'es' },
): TypeOf<typeof countySummaryShape> {
  const { now } = situation;
  const assessment = assess(situation);
  const outlook = outlooks.find(({ validFrom, validTo }) => validFrom <= now && now < validTo) ?? outlooks[0];
  return {
    fips: fipsOfZone(county.ugc)!,
    name: countyName(county),
    state: county.ugc.slice(0, 2),
    slug: slugOfCounty(siblings, county),
    wfo: county.wfo,
    generated_at: formatTime(now),
    status: assessment.status,
    status_reason: reasonText(assessment, { language }),
    alerts: alerts.map((alert) => presentAlert(alert, now, `${publicUrl()}${apiPrefix}/alerts`)),
    watches: watches.map((watch) => presentWatch(watch, now)),
    outlook: outlook ? presentOutlook(outlook) : null,
    reports_24h: reports,
    damage_tracks_365d: tracks,
    unavailable: assessment.unavailable,
  };
}
