import { hourMs, minuteMs } from '@severe/async';
import { formatStamp, grammars } from '@severe/base';
import type { Family, Model, RasterProduct } from '@severe/catalogue';
import { alsoCalled, composite } from '@severe/http';
import { chooseForecast, type Choice, type RunTime } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { readRun, readValid } from '../read-time.ts';
import { checkTile, noFrame, serveTile } from '../serve-tile.ts';
import { tileProductOf } from '../tile-products.ts';
import { endpoint, inEveryForm, paletteParam, productParam, smoothParam, tileParams } from './shared.ts';

/** Parameters that select a run of a model and a time of it. */
export const modelTimeParams = ({ maxHours }: Model) => ({
  ts: alsoCalled(
    composite(readRun, {
      grammar: `${grammars.stamp}|${grammars.time}`,
      about:
        'Start of the model run, `YYYYMMDDHHMM` in UTC or RFC 3339. Default: the newest run that holds the next 18 hours.',
      example: '202605202200',
    }),
    ['run', 'runtime', 'init', 'cycle', 'reftime'],
  ),
  valid: alsoCalled(
    composite((given) => readValid(given, { maxHours }), {
      grammar: `^\\d\\d?$|${grammars.stamp}|${grammars.time}`,
      about: `Valid time in the same formats, or the forecast hour (0 to ${maxHours}). Default: the hour nearest to now.`,
      example: '3',
    }),
    ['time', 'datetime', 'date', 'forecast_hour', 'fhr', 'fxx', 'hour'],
  ),
});

export const modelTiles = (model: Model) =>
  inEveryForm(({ ending, words, ...form }) =>
    endpoint({
      path: `/${model.id}/tiles/{variable}/{z}/{x}/{y}${ending}`,
      summary: `An ${model.name} field as a map tile, ${words}.`,
      description:
        `A ${words} in Web Mercator (XYZ). \`X-Frame-Time\` is the valid time. With both \`ts\` and \`valid\`, the ` +
        'response never changes. If the default run lacks the hour, the newest run that has it is used.',
      tag: 'Models',
      params: { variable: productParam(model.id, 'cape'), ...tileParams },
      query: { ...modelTimeParams(model), palette: paletteParam, smooth: smoothParam },
      response: { media: form.media, about: 'The tile.' },
      cache: 'in-reply',
      countedAs: 'tile',
      errors: {
        404: 'No such variable, run or hour, or a tile outside the grid.',
        503: 'The image is temporarily unavailable.',
      },
      async handle({ path, query }, context) {
        const tileProduct = tileProductOf(model.id, path.variable);
        checkTile(path);
        const choice = await forecastFrame(context, tileProduct.product, query);
        const { palette, smooth } = query;
        return serveTile(context, tileProduct, choice, path, { ...form, palette, smooth });
      },
    }),
  );

/** The frame of a request, also if only other processes know of it yet. @throws {RequestError} 404 */
export async function forecastFrame(
  { index, lookFor, clock }: TileContext,
  product: RasterProduct,
  { ts: run, valid }: { ts: Date | undefined; valid: Date | number | undefined },
): Promise<Choice> {
  let choice = chooseForecast(index, product, { run, valid }, clock());
  if (!choice && (run || valid !== undefined)) {
    await lookFor(product);
    choice = chooseForecast(index, product, { run, valid }, clock());
  }
  if (choice) return choice;
  throw noFrame(absence(product, { run, valid }));
}

function absence({ id, family }: RasterProduct, { run, valid }: RunTime): string {
  if (!run && valid === undefined) return `No ${id} frame yet`;
  const at = typeof valid === 'number' ? ` ${leadText(family, valid)}` : valid ? ` valid at ${formatStamp(valid)}` : '';
  return `No ${id} frame${run ? ` of the run of ${formatStamp(run)}` : ''}${at}`;
}

const leadText = (family: Family, lead: number): string =>
  family === 'nowcast' ? `after ${lead / minuteMs} minutes` : `for hour ${lead / hourMs}`;
