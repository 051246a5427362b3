import { findSweepProduct, rangeFoldedColour } from '@severe/catalogue';
import { tileAt } from '@severe/geo/testing/tile-at';
import { readVolume } from '@severe/nexrad';
import {
  beamTables,
  choosePage,
  encodePolar,
  openPolar,
  paintSweep,
  readPage,
  sweepDrawer,
} from '@severe/raster/polar';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuRounds } from './support/cpu.ts';
import { benchmarkVolume } from './support/radar-volume.ts';
import { inWords, median } from './support/statistics.ts';

/** CPU time per volume for twenty radars every five minutes on half a core. */
const shareOfVolumeMs = (5 * 60_000 * 0.5) / 20;

/** From the provider's volume to the stored object, and tiles of its lowest sweep, in a warm process. */
export const sweep: Benchmark = {
  name: 'sweep',
  question: 'What does a single-radar volume cost, and a tile of it?',
  leavesOut: 'The object store, and the wait of a tile for its turn behind those of other clients.',
  async run({ shared, log }) {
    const { bytes, real } = benchmarkVolume(shared);
    const volume = readVolume(bytes);
    const { station, site = { lat: 33.654, lon: -101.814, elevationM: 993, towerM: 20 } } = volume;
    const whole = cpuRounds(() => void encodePolar(readVolume(bytes), { station, site }));
    const file = encodePolar(volume, { station, site });
    log(`a volume${real ? '' : ' (seeded)'} to its ${(file.length / 1e6).toFixed(1)} MB: ${inWords(whole, 'ms')}`);

    const { pages } = await openPolar(async (start, length) => file.subarray(start, start + length));
    const page = choosePage(pages, 'REF', 0.5)!;
    const { start, length } = page.strip;
    const open = () => {
      const read = readPage(page, file.subarray(start, start + length));
      const moment = read.moments.get('REF')!;
      const painted = paintSweep(moment, { ...findSweepProduct('reflectivity')!, rangeFolded: rangeFoldedColour });
      return sweepDrawer(site, painted, beamTables(site, read, moment));
    };
    const opened = cpuRounds(() => void open());
    log(`its lowest sweep made ready: ${inWords(opened, 'ms')}`);
    const draw = open();
    const unit = 'CPU ms';
    const measurements: Measurement[] = [
      {
        what: 'a volume from its bytes to the object that is stored',
        value: median(whole),
        unit,
        better: 'lower',
        peer: { name: 'twenty radars every five minutes on half a processor', value: shareOfVolumeMs },
        target: { ratio: 1, text: 'kept up with' },
      },
      { what: 'a sweep unpacked and painted', value: median(opened), unit, better: 'lower' },
    ];
    for (const z of [5, 8, 10]) {
      const { x, y } = tileAt(site.lon, site.lat, z);
      const tiles = [0, 1].flatMap((i) => [0, 1].map((j) => ({ z, x: x + i, y: y - j })));
      const spent = cpuRounds(() => {
        for (let round = 0; round < 5; round++) tiles.forEach(draw);
      }).map((ms) => ms / 5 / tiles.length);
      log(`a tile of it at z${z}: ${inWords(spent, 'ms')}`);
      const limit = { peer: { name: 'limit', value: 1 }, target: { ratio: 1, text: 'at most 1 ms' } };
      measurements.push({ what: `a tile at z${z}`, value: median(spent), unit, better: 'lower', ...limit });
    }
    return measurements;
  },
};
