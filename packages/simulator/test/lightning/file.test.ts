import { distanceM } from '@severe/geo';
import { expect } from 'chai';
import { flashesOf, granuleMs } from '../../src/lightning/flashes.ts';
import { lightningFile } from '../../src/lightning/file.ts';
import { stormsAt } from '../../src/model/storms.ts';
import { satellites } from '../../src/satellite/renderer.ts';
import { withNetcdf, type OpenNetcdf } from '../support/netcdf.ts';

const seed = 1;
const granule = Date.parse('2026-05-20T23:00:00Z') / granuleMs;
const start = granule * granuleMs;
const times = { start, end: start + granuleMs, created: start + 21_300 };
const storms = stormsAt(seed, start);

/** Values as a reader of packed unsigned integers finds them. */
function unpacked(file: OpenNetcdf, name: string): number[] {
  const [scale] = file.attribute(name, 'scale_factor') as Float32Array;
  const [offset] = file.attribute(name, 'add_offset') as Float32Array;
  expect(file.attribute(name, '_Unsigned')).to.equal('true');
  return Array.from(file.stored(name), (code) => (code & 0xffff) * scale + offset);
}

describe('lightning/file', () => {
  const flashes = flashesOf(storms, seed, granule);
  const [east, west] = satellites;

  it('reports each flash of the model, to the precision of the packing', async () => {
    await withNetcdf(lightningFile(east, 'made.nc', times, flashes), (file) => {
      expect(file.shape('flash_lat')).to.deep.equal([flashes.length]);
      expect(file.scales('flash_energy')).to.deep.equal(['number_of_flashes']);
      expect(file.stored('product_time')).to.equal((start - Date.UTC(2000, 0, 1, 12)) / 1000);
      const columns = {
        lat: file.stored('flash_lat'),
        lon: file.stored('flash_lon'),
        energy: unpacked(file, 'flash_energy'),
        area: unpacked(file, 'flash_area'),
        first: unpacked(file, 'flash_time_offset_of_first_event'),
      };
      for (const [i, { position, energy, areaKm2, first }] of flashes.entries()) {
        expect(columns.lat[i]).to.be.closeTo(position.lat, 1e-5);
        expect(columns.lon[i]).to.be.closeTo(position.lon, 1e-5);
        expect(columns.energy[i]).to.be.closeTo(energy, 5.1e-16); // half a step of 1 fJ
        expect(columns.area[i] / 1e6).to.be.closeTo(areaKm2, 0.08);
        expect(columns.first[i]).to.be.closeTo(first, 0.0002);
      }
      expect([...new Set(Array.from(file.stored('flash_quality_flag')))]).to.deep.equal([0]);
    });
  });

  it('keeps events within reach of their groups, and groups of their flashes', async () => {
    await withNetcdf(lightningFile(west, 'made.nc', times, flashes), (file) => {
      const [lat, lon] = [unpacked(file, 'event_lat'), unpacked(file, 'event_lon')];
      const groupOf = file.stored('event_parent_group_id');
      const flashOf = file.stored('group_parent_flash_id');
      expect(lat.length).to.be.greaterThan(2 * flashes.length);
      for (let i = 0; i < lat.length; i++) {
        const flash = flashes[flashOf[groupOf[i]]];
        expect(distanceM({ lat: lat[i], lon: lon[i] }, flash.position) / 1000).to.be.lessThan(110);
      }
    });
  });

  it('flashes in the cores, most often in the tallest', () => {
    const tall = storms.cells.filter(({ topKm, intensity }) => topKm > 10 && intensity > 0.3);
    const near = flashes.filter(({ position }) =>
      tall.some((cell) => distanceM(cell.position, position) < 8 * cell.coreKm * 1000),
    );
    expect(flashes.length).to.be.within(10, 400);
    expect(near.length / flashes.length).to.be.greaterThan(0.8);
  });

  it('is a readable file also where nothing flashed', async () => {
    await withNetcdf(lightningFile(east, 'made.nc', times, []), (file) => {
      expect(file.shape('flash_lat')).to.deep.equal([0]);
      expect(file.stored('flash_count')).to.equal(0);
    });
  });
});
