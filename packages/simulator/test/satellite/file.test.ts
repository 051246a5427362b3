import { expect } from 'chai';
import { stormsAt } from '../../src/model/storms.ts';
import { bands } from '../../src/satellite/bands.ts';
import { bandImages, imageryFile, multibandImages } from '../../src/satellite/file.ts';
import { eastGrid, placeOf, pointAt } from '../../src/satellite/grid.ts';
import { createSatelliteRenderer, satellites } from '../../src/satellite/renderer.ts';
import { withNetcdf, type OpenNetcdf } from '../support/netcdf.ts';

const seed = 1;
const afternoon = Date.parse('2026-05-20T22:31:17.4Z');
const night = Date.parse('2026-05-21T06:31:17.4Z');
const [east] = satellites;

/** The value of a band at a cell; null for none. */
function valueAt(file: OpenNetcdf, band: string, column: number, row: number): number | null {
  const [stored] = Array.from(
    file.stored(`CMI_${band}`, [
      [row, row + 1],
      [column, column + 1],
    ]),
  );
  const code = stored & 0xffff;
  const [scale] = file.attribute(`CMI_${band}`, 'scale_factor') as Float32Array;
  const [offset] = file.attribute(`CMI_${band}`, 'add_offset') as Float32Array;
  return code === 65535 ? null : code * scale + offset;
}

function cellOf(point: { lat: number; lon: number }): [column: number, row: number] {
  const { column, row } = placeOf(eastGrid, point);
  return [Math.round(column), Math.round(row)];
}

describe('satellite/file', function () {
  this.timeout(60_000);
  const renderer = createSatelliteRenderer(seed);
  const fileAt = (time: number): Uint8Array =>
    imageryFile(
      east,
      'made.nc',
      { start: time, end: time + 157_300, created: time + 180_000 },
      multibandImages(east, renderer.draw(east.grid, time)),
    );
  let day: Uint8Array;
  before(() => {
    day = fileAt(afternoon);
  });

  it('has the variables, packing and axes of the provider', async () => {
    await withNetcdf(day, (file) => {
      expect(file.shape('CMI_C13')).to.deep.equal([1500, 2500]);
      expect(file.scales('CMI_C16')).to.deep.equal(['y', 'x']);
      expect(file.attribute('CMI_C13', '_Unsigned')).to.equal('true');
      expect(file.attribute('CMI_C13', 'grid_mapping')).to.equal('goes_imager_projection');
      expect(file.attribute('goes_imager_projection', 'longitude_of_projection_origin')).to.deep.equal(
        Float64Array.of(-75),
      );
      expect(file.attribute('goes_imager_projection', 'sweep_angle_axis')).to.equal('x');
      // J2000 seconds of 22:32:36.05, the middle of the scan
      expect(file.stored('t')).to.equal((afternoon + 78_650 - Date.UTC(2000, 0, 1, 12)) / 1000);
      expect(file.attribute('', 'time_coverage_start')).to.equal('2026-05-20T22:31:17.4Z');
      const images = file.names().filter((name) => name.startsWith('CMI_'));
      expect(images).to.have.length(16);
    });
  });

  it('has the same band in a file of its own, under names without a number', async () => {
    const times = { start: afternoon, end: afternoon + 157_300, created: afternoon + 180_000 };
    const [band, codes] = [bands[12], renderer.draw(east.grid, afternoon)[12]];
    const alone = imageryFile(east, 'made.nc', times, bandImages(east, band, codes));
    await withNetcdf(alone, async (file) => {
      expect(file.names().filter((name) => /^(CMI|DQF|band)/.test(name))).to.have.members(['CMI', 'DQF', 'band', 'band_id', 'band_wavelength']); // prettier-ignore
      expect(file.attribute('CMI', 'coordinates')).to.equal('band_id band_wavelength t y x');
      expect(Array.from(file.stored('band_id'))).to.deep.equal([13]);
      const pixels = file.stored('CMI');
      await withNetcdf(day, (all) => expect(pixels).to.deep.equal(all.stored('CMI_C13')));
    });
  });

  it('shows a storm at its place: cold, and bright by day', async () => {
    const storm = stormsAt(seed, afternoon)
      .cells.filter(({ kind }) => kind === 'supercell')
      .sort((a, b) => b.intensity * b.topKm - a.intensity * a.topKm)[0];
    const [column, row] = cellOf(storm.position);
    await withNetcdf(day, (file) => {
      // −60 °C and colder: above the tropopause
      expect(valueAt(file, 'C13', column, row)).to.be.within(195, 214);
      expect(valueAt(file, 'C02', column, row)).to.be.greaterThan(0.3);
      // Ice is dark at 1.6 µm.
      expect(valueAt(file, 'C05', column, row)).to.be.lessThan(0.6 * valueAt(file, 'C02', column, row)!);
      // No colder place lies within 60 km of it but its own top.
      let coldest = Infinity;
      let at = [0, 0];
      const codes = file.stored('CMI_C13', [
        [row - 30, row + 31],
        [column - 30, column + 31],
      ]);
      for (let i = 0; i < codes.length; i++) {
        if (codes[i] >= coldest) continue;
        coldest = codes[i];
        at = [i % 61, Math.floor(i / 61)];
      }
      expect(Math.hypot(at[0] - 30, at[1] - 30)).to.be.lessThan(4);
    });
  });

  it('has a warm clear desert, cooler air above it, and fill values beside the earth', async () => {
    const [column, row] = cellOf({ lat: 31.5, lon: -104.5 });
    await withNetcdf(day, (file) => {
      expect(valueAt(file, 'C13', column, row)).to.be.within(295, 330);
      expect(valueAt(file, 'C10', column, row)).to.be.within(245, 272);
      expect(valueAt(file, 'C08', column, row)).to.be.within(220, 248);
      expect(pointAt(eastGrid, 10, 10)).to.equal(undefined);
      expect(valueAt(file, 'C13', 10, 10)).to.equal(null);
      expect(valueAt(file, 'C02', 10, 10)).to.equal(null);
    });
  });

  it('has fires that stand out at 3.9 µm', async () => {
    await withNetcdf(day, (file) => {
      const codes = file.stored('CMI_C07');
      const hot = (345 - 197.31) / 0.01309618;
      let count = 0;
      for (let i = 0; i < codes.length; i++) if ((codes[i] & 0xffff) > hot && (codes[i] & 0xffff) !== 65535) count++;
      expect(count).to.be.within(3, 100);
    });
  });

  it('is dark at night in reflected bands only', async () => {
    const [column, row] = cellOf({ lat: 31.5, lon: -104.5 });
    await withNetcdf(fileAt(night), (file) => {
      for (const band of ['C01', 'C02', 'C03', 'C04', 'C05', 'C06']) {
        expect(valueAt(file, band, column, row), band).to.be.within(0, 0.001);
      }
      expect(valueAt(file, 'C13', column, row)).to.be.within(270, 305);
    });
  });
});
