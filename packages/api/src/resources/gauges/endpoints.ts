import { hourMs } from '@severe/async';
import { RequestError } from '@severe/base';
import { alsoCalled, boolean, integer, defaultUnless, oneOf, shape, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection, createReply } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { hintFor, otherNames } from '../../shared/other-names.ts';
import { listWork } from '../../shared/list-work.ts';
import { areaOf, foreignFilters, idWords, page, rangeOf, spatial, timeRangeOf, wfo } from '../../shared/query.ts';
import { presentForecast, presentGauge } from './present.ts';
import { gaugeForecastShape, gaugeParameters, gaugeProperties } from './schema.ts';

const dataSets = ['gauges'] as const;
const errors = { 503: 'The database is unavailable.' };

/** Longest time range in hours. */
const maxHours = 48;

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
    wfo,
    ...timeRangeOf('`time`, the time of the newest reading'),
    ...page({ limit: 200 }),
    ...idWords('NRMO2'),
    above_flood: boolean({ default: false, about: 'Only gauges at minor flood stage or above.' }),
    parameter: alsoCalled(
      oneOf(gaugeParameters, { about: 'Only gauges with a value of this kind within `recent_hours`.' }),
      ['parametercd', 'parameters', 'var', 'vars', 'variable', 'pcode'],
    ),
    recent_hours: alsoCalled(
      defaultUnless(
        integer({
          min: 1,
          max: maxHours,
          default: 6,
          about: `Maximum age of a reading, in hours. With \`start\` or \`end\`, the default is ${maxHours}.`,
        }),
        'start',
        'end',
        'id',
      ),
      ['recent', 'within', 'hours', 'period', 'modifiedsince'],
    ),
  },
  foreign: {
    ...foreignFilters(),
    ...hintFor([...otherNames.station, 'gauge', 'gage'], 'Write id'),
  },
  response: featureCollectionOf('Gauge', gaugeProperties, {}, shape.text({ example: 'NRMO2' })),
  cache: { seconds: 60 },
  work: listWork('gauges'),
  errors,
  handle(call, context) {
    const { query } = call;
    const { state, wfo: office, limit, offset, through, above_flood: aboveFlood, parameter } = query;
    const { recent_hours: hours = maxHours } = query;
    const where = { area: areaOf(query), ...rangeOf(query), state, wfo: office, keys: query.id, parameter, aboveFlood };
    const filter = { ...where, limit, offset, through };
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
