import { AnswerError, service, type HrrrVariable, type PaletteStop, type RadarProduct } from './service.ts';
import { momentOf, stampOf } from './times.ts';

/** A picture for one time: `tiles` is a URL with {z}, {x} and {y}. */
export interface Frame {
  id: string;
  at: Date;
  tiles: string;
  /** The deepest level that shows more than the one above it: beyond, its pixels are drawn larger. */
  deepest: number;
  /** How the time is spoken of, where it is not simply when it was seen. */
  note?: string;
}

/** Something that can be shown, moved through time and asked for its value at a point. */
export interface Layer {
  id: string;
  group: string;
  name: string;
  units: string | null;
  palette: PaletteStop[];
  /** Oldest first. */
  frames(): Promise<Frame[]>;
  /** A sentence for a person. */
  read(lat: number, lon: number, frame: Frame): Promise<string>;
  /** Which frame is now: the last one seen, or the forecast for this hour. */
  current(frames: Frame[]): number;
  framesPerSecond: number;
}

const loopMinutes = 60;

/** At 40° N a cell of 0.01° is wider than a pixel of level 8, and one of 3 km than three of level 7. */
const deepestRadar = 8;
const deepestModel = 7;

export async function loadLayers(): Promise<Layer[]> {
  const [radar, hrrr] = await Promise.all([service.radarProducts(), service.hrrrVariables()]);
  return [...radar.products.map(radarLayer), ...hrrr.variables.map(modelLayer)];
}

function radarLayer({ id, name, units, palette }: RadarProduct): Layer {
  return {
    id: `radar/${id}`,
    group: 'Radar',
    name,
    units,
    palette,
    framesPerSecond: 6,
    current: (frames) => frames.length - 1,
    async frames() {
      const { frames, tiles } = await service.radarFrames(id, loopMinutes);
      return frames.map((ts) => ({
        id: ts,
        at: momentOf(ts),
        tiles: samePage(tiles.replace('{ts}', ts)),
        deepest: deepestRadar,
      }));
    },
    async read(lat, lon, frame) {
      const { value, status } = await service.radarPoint(id, lat, lon, frame.id);
      return { ok: quantity(value, units), ...absences }[status];
    },
  };
}

const absences = {
  below_threshold: 'Nothing here',
  no_data: 'The radars do not see this place',
  outside: 'Outside the radar mosaic',
};

/** Names of the fields in a point forecast; the direction goes with the wind. */
const pointKeys: Record<string, string> = {
  cape: 'cape_jkg',
  cin: 'cin_jkg',
  'lifted-index': 'lifted_index_k',
  refc: 'refc_dbz',
  t2m: 't2m_c',
  td2m: 'td2m_c',
  wind10m: 'wind10m_mps',
  gust: 'gust_mps',
  'precip-1h': 'precip_mm',
  'srh-0-3km': 'srh_0_3km',
  'shear-0-6km': 'shear_0_6km_mps',
  'uh-2-5km': 'uh_2_5km',
};

function modelLayer({ id, label, units, palette }: HrrrVariable): Layer {
  return {
    id: `hrrr/${id}`,
    group: 'HRRR forecast',
    name: label,
    units,
    palette,
    framesPerSecond: 2,
    current: (frames) => nearest(frames, Date.now()),
    async frames() {
      const fresh = (await service.hrrrVariables()).variables.find((variable) => variable.id === id);
      return fresh?.latest_run ? hoursOf(fresh, fresh.latest_run) : [];
    },
    async read(lat, lon, frame) {
      try {
        const { times, variables } = await service.hrrrPoint(lat, lon);
        const index = times.findIndex((time) => Date.parse(time) === frame.at.getTime());
        if (index < 0) return 'Values are kept for the hours to come';
        return quantity(variables[pointKeys[id]]?.[index] ?? null, units);
      } catch (error) {
        if (error instanceof AnswerError && error.status === 404) return 'Outside the model’s grid';
        throw error;
      }
    },
  };
}

function hoursOf({ hours, tiles }: HrrrVariable, run: string): Frame[] {
  const runAt = momentOf(run).getTime();
  const template = tiles.split('?')[0];
  return hours.map((hour) => {
    const at = new Date(runAt + hour * 3_600_000);
    return {
      id: `${run}+${hour}`,
      at,
      tiles: samePage(`${template}?ts=${run}&valid=${stampOf(at)}`),
      deepest: deepestModel,
      note: `run of ${run.slice(8, 10)}Z + ${hour} h`,
    };
  });
}

/** Tiles come from where the page came from, whatever public address the service writes into its answers. */
function samePage(tiles: string): string {
  return tiles.replace(/^https?:\/\/[^/]+/, location.origin);
}

function nearest(frames: Frame[], at: number): number {
  let best = 0;
  for (const [i, frame] of frames.entries()) {
    if (Math.abs(frame.at.getTime() - at) < Math.abs(frames[best].at.getTime() - at)) best = i;
  }
  return best;
}

function quantity(value: number | null, units: string | null): string {
  if (value === null) return 'No value here';
  return `${Number(value.toFixed(1))} ${unitNames[units ?? ''] ?? units ?? ''}`.trim();
}

/** Units as people read them. */
export const unitNames: Record<string, string> = {
  degC: '°C',
  'kg/m2': 'kg/m²',
  'm2/s2': 'm²/s²',
  '0.001/s': '× 10⁻³ /s',
};
