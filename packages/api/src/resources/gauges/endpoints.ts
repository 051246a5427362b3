import { hourMs } from '@severe/async';
import { RequestError } from '@severe/base';
import { boolean, integer, oneOf, shape, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection, createReply } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { areaOf, listCost, page, spatial } from '../../shared/query.ts';
import { presentForecast, presentGauge } from './present.ts';
import { gaugeForecastShape, gaugeParameters, gaugeProperties } from './schema.ts';

const dataSets = ['gauges'] as const;
const errors = { 503: 'The database is unavailable.' };

/** GET /gauges */
export const listGauges = endpoint({
  path: '/gauges',
  summary: 'River gauges with their newest readings, ordered by id.',
  description:
    'Stage, flow and temperature of rivers, lakes and estuaries. Only gauges with a reading within `recent_hours` ' +
    'are listed; older values are null. Readings are provisional.',
  tag: 'Gauges',
  query: {
    ...spatial,
    ...page({ limit: 200 }),
    above_flood: boolean({ default: false, about: 'Only gauges at minor flood stage or above.' }),
    parameter: oneOf(gaugeParameters, { about: 'Only gauges with a value of this kind within `recent_hours`.' }),
    recent_hours: integer({ min: 1, max: 48, default: 6, about: 'Maximum age of a reading.' }),
  },
  response: featureCollectionOf('Gauge', gaugeProperties, {}, shape.text({ example: 'NRMO2' })),
  cache: { seconds: 60 },
  cost: listCost,
  errors,
  handle(call, context) {
    const { query } = call;
    const { state, limit, offset, through, above_flood: aboveFlood, parameter, recent_hours: hours } = query;
    const filter = { area: areaOf(query), state, parameter, aboveFlood, limit, offset, through };
    return replyWithCollection(call, context, {
      path: '/gauges',
      dataSets,
      seconds: 60,
      find: (_, db) => {
        const at = context.clock();
        return db.gauges.search({ ...filter, at, since: new Date(at.getTime() - hours * hourMs) });
      },
      feature: (gauge) => featureText(gauge.key, gauge.geometry, presentGauge(gauge)),
    });
  },
});

/** GET /gauges/{gauge_id}/forecast */
export const getGaugeForecast = endpoint({
  path: '/gauges/{gauge_id}/forecast',
  summary: 'Forecast of a gauge: stage and flow over the next days.',
  description: 'Accepts both identifiers of a gauge. `forecast` is null if none is active.',
  tag: 'Gauges',
  params: {
    gauge_id: text({
      maxLength: 40,
      about: 'NWS identifier (five characters, any case) or USGS site number.',
      example: 'NRMO2',
    }),
  },
  response: gaugeForecastShape,
  cache: { seconds: 300 },
  errors: { ...errors, 404: 'No such gauge.' },
  handle({ path }, context) {
    const id = path.gauge_id.toUpperCase();
    return context.replyFromCache({
      key: `/gauges/${id}/forecast`,
      dataSets,
      seconds: 300,
      async make(sets) {
        const found = await context.db.gauges.forecastOf(id, context.clock());
        if (!found) throw new RequestError(404, 'Gauge not found');
        return createReply(JSON.stringify(presentForecast(found.key, found.forecast)), 'application/json', sets);
      },
    });
  },
});
