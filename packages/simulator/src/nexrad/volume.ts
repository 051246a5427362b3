import type { RadarSite } from '@severe/catalogue';
import { encodeVolume, type VolumeToWrite } from '@severe/nexrad/write';
import type { Storms } from '../model/cell.ts';
import { randomFrom } from '../model/random.ts';
import { columnsAround } from './columns.ts';
import { cuts, patternNumber, sampling } from './pattern.ts';
import { towerM } from './sites.ts';
import { azimuthsOf, drawSweep, type Air } from './sweep.ts';
import { windAround } from './wind.ts';

/** Milliseconds from the start of a volume to the end of each cut. */
export const cutEnds: number[] = cuts.map(
  (_, i) => 1000 * cuts.slice(0, i + 1).reduce((sum, { seconds }) => sum + seconds, 0),
);

/** The measurements of a radar. The storms do not move during the volume. */
export function drawVolume(
  site: RadarSite,
  seed: number,
  storms: Storms,
  startedAt: number,
  number: number,
): VolumeToWrite {
  const air: Air = {
    columns: columnsAround(site, storms, startedAt),
    wind: windAround(site, seed, storms, startedAt),
    antennaKm: (site.elevationM + towerM) / 1000,
    volume: Math.floor(2 ** 31 * randomFrom(seed, startedAt, Math.round(site.lat * 1e4))),
  };
  return {
    ...placeOf(site),
    startedAt: new Date(startedAt),
    number,
    vcp: patternNumber,
    sweeps: cuts.map((cut, i) => ({
      elevationDeg: cut.elevationDeg,
      startedAt: new Date(startedAt + (cutEnds[i - 1] ?? 0)),
      seconds: cut.seconds,
      azimuthsDeg: azimuthsOf(cut),
      azimuthStepDeg: cut.radials === 720 ? 0.5 : 1,
      ...sampling[cut.kind],
      moments: drawSweep(cut, i, air),
    })),
  };
}

/** What a volume says of the place of its radar. */
export function placeOf({ id, lat, lon, elevationM }: RadarSite): Pick<VolumeToWrite, 'station' | 'site'> {
  return { station: id, site: { lat, lon, elevationM, towerM } };
}

/** The bytes of the archive file. */
export function volumeFile(volume: VolumeToWrite): Uint8Array {
  return encodeVolume(volume, 'records');
}
