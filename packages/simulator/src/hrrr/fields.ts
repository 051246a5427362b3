import { smoothstep } from '../model/curves.ts';
import { hourMs } from '../model/plane.ts';
import { blockOf, type Scene } from '../scene.ts';
import { rainRate } from '../shapes/rain.ts';
import { airGroundM } from './air.ts';
import { groundHeight } from './coarse.ts';
import { modelGrid } from './grid.ts';
import { midpoints, type ModelHour } from './model-hour.ts';

/** Computes a field on the model grid. The returned array is reused by the next call. */
export type FieldMaker = (hour: ModelHour) => Float32Array;

const freezing = 273.15;
/** Decrease of temperature with ground height, K/m. */
const lapse = 0.0055;

const scratch = new Float32Array(modelGrid.points);

/** 2 m temperature, K: cooler on high ground and in storm outflow. */
export const temperature: FieldMaker = (hour) => {
  const field = hour.air('temperature', 0);
  const ground = groundHeight();
  for (let i = 0; i < field.length; i++) field[i] += freezing - lapse * Math.max(0, ground[i] - airGroundM);
  return inOutflow(hour, field, (value, wet) => value - 7.5 * wet);
};

/** 2 m dew point, K: never above the temperature. */
export const dewPoint: FieldMaker = (hour) => {
  const warm = temperature(hour); // uses scratch array 0; the dew point uses scratch array 1
  const field = hour.air('dewPoint', 1);
  for (let i = 0; i < field.length; i++) field[i] = Math.min(field[i] + freezing, warm[i] - 0.3);
  return field;
};

/** 2 m relative humidity, %, from temperature and dew point (Magnus, with the constants of Alduchov and Eskridge). */
export const relativeHumidity: FieldMaker = (hour) => {
  const dew = dewPoint(hour);
  const warm = temperature(hour);
  const magnus = (kelvin: number) => (17.625 * (kelvin - freezing)) / (kelvin - freezing + 243.04);
  for (let i = 0; i < scratch.length; i++) scratch[i] = 100 * Math.exp(magnus(dew[i]) - magnus(warm[i]));
  return scratch;
};

export const cape: FieldMaker = (hour) => inOutflow(hour, hour.air('cape'), (value, wet) => value * (1 - 0.85 * wet));

export const inhibition: FieldMaker = (hour) =>
  inOutflow(hour, hour.air('cin'), (value, wet) => (value < -1 ? value - 140 * wet : value));

export const liftedIndex: FieldMaker = (hour) =>
  inOutflow(hour, hour.air('liftedIndex'), (value, wet) => value + 6 * wet);

/** Gusts, m/s: of the large-scale wind and of storm outflow. */
export const gust: FieldMaker = (hour) =>
  overScene(hour.air('gust'), hour.scene(hour.valid), (value, { base }, i) => value + 17 * smoothstep(40, 60, base[i]));

/** A field of the air times a factor. */
export const airField =
  (key: Parameters<ModelHour['air']>[0], factor = 1): FieldMaker =>
  (hour) => {
    const field = hour.air(key);
    if (factor !== 1) for (let i = 0; i < field.length; i++) field[i] *= factor;
    return field;
  };

/** Another field times a factor. */
export const scaled =
  (make: FieldMaker, factor: number): FieldMaker =>
  (hour) => {
    const field = make(hour);
    for (let i = 0; i < field.length; i++) field[i] *= factor;
    return field;
  };

/** Simulated composite reflectivity, dBZ; −10 where there is no echo, as in the model's files. */
export const reflectivity: FieldMaker = ({ scene, valid }) =>
  overScene(scratch.fill(-10), scene(valid), (floor, { composite }, i) => Math.max(floor, composite[i]));

/** Echo tops, m; −999 where there is no echo. */
export const echoTop: FieldMaker = ({ scene, valid }) =>
  overScene(scratch.fill(-999), scene(valid), (none, { top }, i) => (top[i] > 0 ? 1000 * top[i] : none));

/** Interval of the rain integration, minutes. A storm moves less than its own size in it. */
const rainStep = 10;

/** Rain between two times, mm. */
function rainfall({ scene }: ModelHour, from: number, to: number): Float32Array {
  scratch.fill(0);
  for (const time of midpoints(from, to, rainStep)) {
    overScene(scratch, scene(time), (sum, { base }, i) => sum + (rainRate(base[i]) * rainStep) / 60);
  }
  return scratch;
}

/** Rain of the last hour, mm. */
export const hourlyRain: FieldMaker = (model) => rainfall(model, model.valid - hourMs, model.valid);

/** Rain since the start of the run, mm. */
export const runRain: FieldMaker = (model) => rainfall(model, model.run, model.valid);

/** Maximum updraft helicity of the last hour, m²/s²: the tracks of rotating storms. */
export const updraftHelicity: FieldMaker = ({ storms, valid }) => {
  scratch.fill(0);
  for (const time of midpoints(valid - hourMs, valid, 3)) {
    for (const { rotation, mesocyclone } of storms(time).cells) {
      if (rotation > 1) raise(scratch, mesocyclone, 13 * rotation);
    }
  }
  return scratch;
};

/** Ground height, m. */
export const ground: FieldMaker = () => groundHeight();

/** Raises a field to a Gaussian peak of the given height and 4 km width, where the field is lower. */
function raise(field: Float32Array, center: Parameters<typeof modelGrid.transformAt>[0], height: number): void {
  const reach = 12;
  const block = blockOf(modelGrid, { center, reach: { west: reach, east: reach, south: reach, north: reach } });
  const local = modelGrid.transformAt(center);
  const kmPerCell = Math.hypot(local.eastPerColumn, local.northPerColumn);
  for (let row = block.row; row < block.row + block.height; row++) {
    for (let column = block.column; column < block.column + block.width; column++) {
      const km = kmPerCell * Math.hypot(column - local.column, row - local.row);
      const i = row * modelGrid.width + column;
      field[i] = Math.max(field[i], height * Math.exp(-((km / 4) ** 2)));
    }
  }
}

/** Changes a field where rain has cooled the air; `wet` is 0 outside the cold pools and 1 at their centres. */
function inOutflow(hour: ModelHour, field: Float32Array, change: (value: number, wet: number) => number): Float32Array {
  const pools = hour.coldPools();
  for (let i = 0; i < field.length; i++) if (pools[i] > 0) field[i] = change(field[i], pools[i]);
  return field;
}

/** Changes a field over the block of a scene; `i` is the index in the scene. */
function overScene(
  field: Float32Array,
  scene: Scene,
  change: (value: number, scene: Scene, i: number) => number,
): Float32Array {
  const { column, row, width, height } = scene.block;
  for (let y = 0; y < height; y++) {
    const at = (row + y) * modelGrid.width + column;
    for (let x = 0; x < width; x++) field[at + x] = change(field[at + x], scene, y * width + x);
  }
  return field;
}
