import { formatTime } from '@severe/base';
import type { Model } from '@severe/catalogue';
import { cacheControl, integer, Json, placeParams, shape } from '@severe/http';
import { pointVariables } from '../forecast/variables.ts';
import { roundedDegrees } from '../sample.ts';
import { endpoint } from './shared.ts';

/** Cache time of a complete forecast, and of one with gaps that may soon be filled. */
const completeSeconds = 300;
const partialSeconds = 15;

const values = shape.arrayOf(shape.nullable(shape.number()));

const pointForecastShape = shape.named(
  'ModelPointForecast',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    elevation_m: shape.nullable(shape.number({ about: 'Model terrain height at the cell, in metres.' })),
    run: shape.nullable(
      shape.time({ about: 'Start of the model run of all values; null if no run covers the present hour.' }),
    ),
    times: shape.arrayOf(shape.time(), { about: 'Whole hours; the first contains now. Empty if there is no run.' }),
    variables: shape.object(
      Object.fromEntries(
        pointVariables.map(({ key, units }) => [key, { json: { ...values.json, description: `In ${units}.` } }]),
      ) as Record<string, typeof values>,
      { about: 'Values aligned to `times`; null if the run has none.' },
    ),
  }),
);

export const getModelPoint = (model: Model) =>
  endpoint({
    path: `/models/${model.id}/point`,
    summary: `The ${model.name} forecast at a point, hour by hour.`,
    description:
      'The values of the nearest grid cell, all from one run: the newest that holds the next 18 hours, the same for ' +
      `every \`hours\` up to 18. Beyond 18, the newest that reaches furthest: the runs of 00, 06, 12 and 18 UTC have ${model.maxHours} ` +
      'hours. `times` begins with the hour that contains now. It is shorter than `hours` if ' +
      'the run ends earlier, and empty if no run covers the present hour.',
    tag: 'Models',
    query: { ...placeParams, hours: integer({ min: 1, max: model.maxHours, default: 18, about: 'Number of hours.' }) },
    response: pointForecastShape,
    cache: { seconds: completeSeconds },
    errors: { 404: 'The point is outside the grid of the model.', 503: 'Values are temporarily unavailable.' },
    async handle({ query }, { forecasts, caller: { client, wanted } }) {
      const { elevationM, run, times, variables, complete } = await forecasts({ ...query, client, wanted, model });
      const body = {
        lat: roundedDegrees(query.lat),
        lon: roundedDegrees(query.lon),
        elevation_m: elevationM,
        run: run ? formatTime(run.runAt) : null,
        times: times.map(formatTime),
        variables,
      };
      return new Json(body, {
        ...(run ? { 'Last-Modified': run.publishedAt.toUTCString() } : {}),
        'Cache-Control': cacheControl({ seconds: complete ? completeSeconds : partialSeconds }),
      });
    },
  });
