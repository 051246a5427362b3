import { queryOf, service, type HrrrVariable } from '../service.ts';
import { momentOf, stampOf } from '../times.ts';
import { legendOf, paletteOf, readingOf, type Frame, type Layer } from './layer.ts';

/** A cell of 3 km is wider than three pixels of level 7, which a tile of twice the pixels shows at level 6. */
const deepest = 6;

const absences = {
  below_threshold: 'Less than is drawn',
  no_data: 'No value for this hour',
  outside: 'Outside the model’s grid',
};

export function hrrrLayer({ id, label, description, palettes }: HrrrVariable): Layer {
  return {
    id: `hrrr/${id}`,
    family: 'hrrr',
    group: 'HRRR forecast',
    name: label,
    about: description,
    palettes,
    framesPerSecond: 2,
    current: nearest,
    async frames(view) {
      const fresh = (await service.hrrrVariables()).variables.find((variable) => variable.id === id);
      return fresh?.latest_run ? hoursOf(fresh, fresh.latest_run, paletteOf({ palettes }, view)) : [];
    },
    read: async ({ lat, lon }, { run = '', stamp }) => ({
      text: readingOf(await service.hrrrPoint(id, lat, lon, run, stamp), absences),
    }),
    legend: legendOf('hrrr', id, palettes),
  };
}

function hoursOf({ id, hours }: HrrrVariable, run: string, palette: string): Frame[] {
  const runAt = momentOf(run).getTime();
  return hours.map((hour) => {
    const at = new Date(runAt + hour * 3_600_000);
    const stamp = stampOf(at);
    return {
      key: `hrrr/${id}/${palette}/${run}/${stamp}`,
      stamp,
      at,
      run,
      tiles: `/api/v1/hrrr/tiles/${id}/{z}/{x}/{y}@2x.png${queryOf({ ts: run, valid: stamp, palette })}`,
      tileSize: 512,
      deepest,
      note: `run of ${run.slice(8, 10)}Z + ${hour} h`,
    };
  });
}

function nearest(frames: Frame[], now: number): number {
  const away = ({ at }: Frame) => Math.abs(at.getTime() - now);
  return frames.reduce((best, frame, i) => (away(frame) < away(frames[best]) ? i : best), 0);
}
