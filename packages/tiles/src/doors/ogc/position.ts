import { hourMs } from '@severe/async';
import { formatTime } from '@severe/base';
import { modelIds, models, productsOf, radarParameters, type Model, type RasterProduct } from '@severe/catalogue';
import { readWktPoint, type Point } from '@severe/geo';
import { edrParams, namesChosen, wktParam, type Datetime } from '@severe/http';
import type { TileContext } from '../../context.ts';
import { pointVariables } from '../../forecast/variables.ts';
import type { ListedFrame } from '../../frame-index.ts';
import { samplesAlong } from '../../sample-at.ts';
import { roundedDegrees } from '../../sample.ts';
import { tileProducts } from '../../tile-products.ts';
import { endpoint } from '../../resources/shared.ts';
import { collectionOf, coverageJson, pointSeries, type Column } from './coverage.ts';

/** Frames whose values are read in some milliseconds. */
const framesPerWork = 50;
/** Frames of a mosaic that are kept: three hours, every two minutes. */
const framesKept = 90;

/** The parameters of a query at a position. */
function positionParams(names: readonly string[]) {
  return {
    coords: wktParam(readWktPoint, 'POINT(-97.44 35.22)'),
    ...edrParams(names, ['CoverageJSON', 'json']),
  };
}

const common = {
  tag: 'OGC API',
  strict: true,
  internal: true,
  response: { json: { type: 'object' }, media: coverageJson },
  errors: { 400: 'An unknown or invalid parameter.', 503: 'Values are temporarily unavailable.' },
};

function radarPosition() {
  const products = tileProducts('radar');
  const names = products.flatMap(radarParameters).map(({ id }) => id);
  return endpoint({
    ...common,
    path: '/ogc/collections/radar/position',
    summary: 'Values of radar mosaics at a place along their times.',
    description: 'Without `datetime`, of all frames that are kept.',
    query: positionParams(names),
    cache: { seconds: 15 },
    work: ({ query }) => ((namesChosen(query) ?? names).length * framesKept) / framesPerWork,
    async handle({ query: { coords, datetime, ...query }, wanted: signal }, context) {
      const [place, wanted] = [coords, namesChosen(query) ?? names];
      const chosen = products.filter((product) => radarParameters(product).some(({ id }) => wanted.includes(id)));
      const coverages = [];
      for (const product of chosen) coverages.push(await radarSeries(product, { place, datetime, wanted, signal: signal() }, context)); // prettier-ignore
      return coverages.length === 1 ? coverages[0] : collectionOf(coverages);
    },
  });
}

interface Asked {
  place: Point;
  datetime: Datetime | undefined;
  wanted: readonly string[];
  signal: AbortSignal;
}

async function radarSeries(product: RasterProduct, { place, datetime, wanted, signal }: Asked, context: TileContext) {
  const frames = during(datetime, context.index.runs('radar', product.id)[0]?.frames ?? []);
  const samples = await samplesAlong(context, product, frames, place, signal);
  const [value, status] = radarParameters(product);
  const columns: Column[] = [
    { ...value, values: samples.map((sample) => sample.value) },
    { ...status, values: samples.map((sample) => sample.status) },
  ];
  return pointSeries(
    rounded(place),
    frames.map(({ time }) => time),
    columns.filter((column) => wanted.includes(column.id)),
  );
}

/** The frames that `datetime` selects: all without it, of an instant the one that was the newest then. */
function during(datetime: Datetime | undefined, frames: readonly ListedFrame[]): ListedFrame[] {
  if (!datetime) return [...frames];
  if ('at' in datetime) return frames.filter(({ validAt }) => validAt <= datetime.at).slice(-1);
  const { from, to } = datetime;
  return frames.filter(({ validAt }) => (!from || validAt >= from) && (!to || validAt <= to));
}

function modelPosition(model: Model) {
  const products = productsOf(model.id);
  const variables = pointVariables.map(({ key, product }) => ({ key, product: products.find(({ id }) => id === product)! })); // prettier-ignore
  const names = variables.map(({ product: { id } }) => id);
  return endpoint({
    ...common,
    path: `/ogc/collections/${model.id}/position`,
    summary: `The ${model.name} forecast at a place, hour by hour.`,
    description: 'Of one run, from the hour that contains now.',
    query: positionParams(names),
    cache: { seconds: 15 },
    work: 4,
    async handle({ query: { coords, datetime, ...query } }, { forecasts, caller }) {
      const [place, wanted] = [coords, namesChosen(query) ?? names];
      const { client, wanted: signal } = caller;
      const forecast = await forecasts({ ...place, client, wanted: signal, model, hours: model.maxHours });
      const hours = forecast.times.flatMap((at, i) => (isDuring(at, datetime) ? [{ at, i }] : []));
      const columns = variables
        .filter(({ product: { id } }) => wanted.includes(id))
        .map(({ key, product: { id, name, about, units } }): Column => {
          const values = forecast.variables[key];
          return { id, name, about, units, values: hours.map(({ i }) => values[i]) };
        });
      return pointSeries(rounded(place), hours.map(({ at }) => formatTime(at)), columns); // prettier-ignore
    },
  });
}

/** Whether an hour of a forecast is selected; an instant selects the hour that contains it. */
function isDuring(at: Date, datetime: Datetime | undefined): boolean {
  if (!datetime) return true;
  if ('at' in datetime) return at <= datetime.at && datetime.at.getTime() < at.getTime() + hourMs;
  return (!datetime.from || at >= datetime.from) && (!datetime.to || at <= datetime.to);
}

const rounded = ({ lat, lon }: Point): Point => ({ lat: roundedDegrees(lat), lon: roundedDegrees(lon) });

/** GET /ogc/collections/{radar|hrrr|rrfs}/position */
export const positions = [radarPosition(), ...modelIds.map((id) => modelPosition(models[id]))];
