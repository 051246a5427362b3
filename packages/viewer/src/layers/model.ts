import { named, t } from '../language.ts';
import {
  client,
  dataOf,
  paletteParam,
  type ModelId,
  type ModelVariable,
  type PaletteName,
  type VariableId,
} from '../service.ts';
import { momentOf, stampOf } from '../times.ts';
import { isSmooth, legendOf, paletteOf, readingOf, smoothParam, type Frame, type Layer } from './layer.ts';

/** A 3 km cell is wider than three pixels of level 7, which a tile of 512 pixels shows at level 6. */
const deepest = 6;

/** Smoothed images have detail between cells. */
const deepestSmooth = 8;

const absences = {
  below_threshold: t`Below the threshold`,
  no_data: t`No value for this hour`,
  outside: t`Outside the model grid`,
};

/** A field of a model as a layer. */
export function modelLayer(model: ModelId, { id, label, description, palettes }: ModelVariable): Layer {
  return {
    id: `${model}/${id}`,
    family: model,
    group: t`${model.toUpperCase()} forecast`,
    name: named(label),
    about: named(description),
    palettes,
    hasValues: true,
    framesPerSecond: 2,
    current: nearest,
    async frames(view) {
      const { variables } = await dataOf(client.get(`/${model}/variables`));
      const variable = variables.find((each) => each.id === id);
      if (!variable?.latest_run) return [];
      return hoursOf(model, variable, variable.latest_run, paletteOf({ palettes }, view), isSmooth(this, view));
    },
    read: async ({ lat, lon }, { run, stamp }) => ({
      text: readingOf(
        await dataOf(client.get(`/${model}/point`, { variable: id as VariableId, lat, lon, ts: run, valid: stamp })),
        absences,
      ),
    }),
    legend: legendOf(model, id, palettes),
  };
}

function hoursOf(
  model: ModelId,
  { id, hours }: ModelVariable,
  run: string,
  palette: PaletteName,
  smooth: boolean,
): Frame[] {
  const runAt = momentOf(run).getTime();
  return hours.map((hour) => {
    const at = new Date(runAt + hour * 3_600_000);
    const stamp = stampOf(at);
    const form = { palette: paletteParam(palette), smooth: smoothParam(smooth) };
    const address = { variable: id, ts: run, valid: stamp, ...form };
    return {
      key: `${model}/${id}/${palette}/${smooth ? 'smooth/' : ''}${run}/${stamp}`,
      stamp,
      at,
      run,
      tiles: client.template(`/${model}/tiles/{variable}/{z}/{x}/{y}@2x.png`, address),
      tileSize: 512,
      deepest: smooth ? deepestSmooth : deepest,
      note: t`run of ${run.slice(8, 10)}Z + ${hour} h`,
    };
  });
}

function nearest(frames: Frame[], now: number): number {
  const distance = ({ at }: Frame) => Math.abs(at.getTime() - now);
  return frames.reduce((best, frame, i) => (distance(frame) < distance(frames[best]) ? i : best), 0);
}
