import { RequestError } from '@severe/base';
import { boolean, integer, oneOf, shape, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { answerCollection, replyOf } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { areaOf, page, spatial } from '../../shared/query.ts';
import { presentForecast, presentGauge } from './present.ts';
import { gaugeForecastShape, gaugeParameters, gaugeProperties } from './schema.ts';

const of = ['gauges'] as const;
const errors = { 503: 'The database is away.' };
const hourMs = 3_600_000;

/** GET /gauges */
export const listGauges = endpoint({
  path: '/gauges',
  summary: 'River gauges with their newest readings, in the order of their ids.',
  description:
    'Stage, flow and temperature of rivers, lakes and estuaries. Only gauges that were read in `recent_hours` are ' +
    'listed; a value that is older is null. Readings are provisional.',
  tag: 'Gauges',
  query: {
    ...spatial,
    ...page({ limit: 200 }),
    above_flood: boolean({ default: false, about: 'Only gauges in a minor flood or a higher one.' }),
    parameter: oneOf(gaugeParameters, { about: 'Only gauges with a value of this in `recent_hours`.' }),
    recent_hours: integer({ min: 1, max: 48, default: 6, about: 'How far back a reading may lie.' }),
  },
  response: featureCollectionOf('Gauge', gaugeProperties, {}, shape.text({ example: 'NRMO2' })),
  cache: { seconds: 60 },
  errors,
  handle(call, context) {
    const { query } = call;
    const { state, limit, offset, through, above_flood: aboveFlood, parameter, recent_hours: hours } = query;
    const asked = { area: areaOf(query), state, parameter, aboveFlood, limit, offset, through };
    return answerCollection(call, context, {
      path: '/gauges',
      of,
      seconds: 60,
      find: () => {
        const at = context.clock();
        return context.db.gauges.search({ ...asked, at, since: new Date(at.getTime() - hours * hourMs) });
      },
      feature: (gauge) => featureText(gauge.key, gauge.geometry, presentGauge(gauge)),
    });
  },
});

/** GET /gauges/{gauge_id}/forecast */
export const getGaugeForecast = endpoint({
  path: '/gauges/{gauge_id}/forecast',
  summary: 'The forecast of a gauge: stage and flow over the next days.',
  description: 'By either of its ids. `forecast` is null where none is active.',
  tag: 'Gauges',
  params: {
    gauge_id: text({
      maxLength: 40,
      about: 'Five characters of the weather service in any case, or the number of the Geological Survey.',
      example: 'NRMO2',
    }),
  },
  response: gaugeForecastShape,
  cache: { seconds: 300 },
  errors: { ...errors, 404: 'No such gauge.' },
  handle({ path }, context) {
    const id = path.gauge_id.toUpperCase();
    return context.answers({
      key: `/gauges/${id}/forecast`,
      of,
      seconds: 300,
      async make(sets) {
        const found = await context.db.gauges.forecastOf(id, context.clock());
        if (!found) throw new RequestError(404, 'Gauge not found');
        return replyOf(JSON.stringify(presentForecast(found.key, found.forecast)), 'application/json', sets);
      },
    });
  },
});
