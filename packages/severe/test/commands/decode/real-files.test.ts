import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { decodeFile } from '../../../src/commands/decode/decode-file.ts';
import type { FileReport, PointReport } from '../../../src/commands/decode/report.ts';

const folder = 'data/field-2026-11/raster';

/** The report of a real file, which is skipped where it is absent. */
async function reportOf(
  test: Mocha.Context,
  name: string,
  question: { at?: string[]; index?: string[] } = {},
): Promise<FileReport> {
  let [out, err] = ['', ''];
  const terminal = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  };
  await decodeFile(sharedFile(test, `${folder}/${name}`), { json: true, at: [], index: [], ...question }, terminal);
  expect(err).to.equal('');
  return JSON.parse(out) as FileReport;
}

const pointsOf = ({ messages: [{ points }] }: FileReport): PointReport[] => points!;

describe('severe decode of real files', () => {
  it('finds the cell of a place on the seam of a global grid, and at its poles', async function () {
    const at = ['40,180', '40,-180', '90,0', '-90,0', '-90,180'];
    const { messages } = await reportOf(this, 't2m_global180.grib2', {
      at,
      index: [`${50 * 360}`, `${50 * 360 + 359}`],
    });
    const points = messages[0].points!;
    expect(points.some(({ outside }) => outside)).to.equal(false);
    expect(points.slice(5).map(({ value }) => value)).to.include(points[0].value); // of columns 0 and 359
    expect(points[1].value).to.equal(points[0].value);
  });

  it('gives positions west of GOES-West their longitude', async function () {
    const [corner] = pointsOf(await reportOf(this, 'OR_ABI-L2-MCMIPM1-M6_G18_s20260011200204.nc', { index: ['0'] }));
    expect(corner.lat).to.be.closeTo(22.95166, 1e-5); // pyproj
    expect(corner.lon).to.be.closeTo(170.3128, 1e-5);
  });

  it('reads a status log of a radar', async function () {
    const { format, messages } = await reportOf(this, 'KLSX_SDUS43_RSLLSX_202112110256');
    expect(format).to.equal('NEXRAD Level III product 152');
    expect(messages.map(({ name }) => name)).to.deep.equal(['Archive III Status Product: group of 544 text']); // MetPy
  });

  it('reads a full disk of single bits', async function () {
    const { messages } = await reportOf(this, 'geos_vrtwarp.tif');
    expect(messages[0]).to.include({ count: 10848 ** 2, packing: 'uint1', min: 1, max: 1 });
  });
});
