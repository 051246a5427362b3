import { readFileSync } from 'node:fs';
import { distanceM } from '@severe/geo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { stormModel } from '../../src/model/storms.ts';
import { openReportArchive } from '../../src/reports/archive.ts';
import { lsrFeature, spcTables } from '../../src/reports/lists.ts';
import { hazardsOf, tornadic } from '../../src/threats/hazards.ts';

const seed = 11;
const start = Date.parse('2026-05-20T12:00:00Z');
const archive = openReportArchive(seed);
const day = archive.between(start, start + 24 * hourMs, start + 36 * hourMs);
const stormsAt = stormModel(seed);

describe('the reports of a seed', () => {
  it('have every type on any day, and do not depend on the order of requests', () => {
    expect(new Set(day.map(({ type }) => type))).to.deep.equal(new Set(['tornado', 'hail', 'gust', 'damage', 'flood']));
    expect(openReportArchive(seed).between(start, start + 24 * hourMs, start + 36 * hourMs)).to.deep.equal(day);
  });

  it('report tornadoes only at strong mesocyclones', () => {
    const tornadoes = day.filter(({ type }) => type === 'tornado');
    expect(tornadoes.length).to.be.above(3);
    for (const { at, place } of tornadoes) {
      const near = stormsAt(at).cells.filter(({ mesocyclone }) => distanceM(mesocyclone, place) < 1500);
      expect(Math.max(...near.map(({ rotation }) => rotation))).to.be.at.least(tornadic);
    }
  });

  it('report hail only under storms with hail, and never a larger size', () => {
    for (const { at, place, magnitude } of day.filter(({ type }) => type === 'hail')) {
      const near = stormsAt(at).cells.filter(
        ({ position, mesocyclone }) => Math.min(distanceM(position, place), distanceM(mesocyclone, place)) < 60_000,
      );
      expect(magnitude).to.be.at.least(0.88);
      expect(magnitude).to.be.at.most(Math.max(0.88, ...near.map((cell) => hazardsOf(cell).hailIn)));
    }
  });

  it('come some minutes after the event', () => {
    for (const { at, issuedAt } of day) expect((issuedAt - at) / minuteMs).to.be.within(3, 26);
    const noon = start + 8 * hourMs;
    const then = archive.between(start, noon, noon);
    expect(then.every(({ issuedAt }) => issuedAt <= noon)).to.equal(true);
    expect(day.filter(({ at, issuedAt }) => at < noon && issuedAt <= noon)).to.deep.equal(then);
  });

  it('are listed with the field names and types of the real list', function () {
    const real = JSON.parse(
      readFileSync(sharedFile(this, 'data/upstream/reports/iem_lsr_2024-04-26.geojson'), 'utf8'),
    ) as { features: { properties: Record<string, unknown> }[] };
    const kindsOf = (name: string) => new Set(real.features.map(({ properties }) => typeof properties[name]));
    const names = Object.keys(real.features[0].properties);
    const letters = new Map(real.features.map(({ properties: { typetext, type } }) => [typetext, type]));
    for (const [row, report] of day.entries()) {
      const { id, properties } = lsrFeature(report, row) as { id: string; properties: Record<string, unknown> };
      expect(id).to.equal(String(row));
      expect(Object.keys(properties)).to.have.members(names);
      for (const name of names) expect(kindsOf(name), name).to.include(typeof properties[name]);
      expect(properties.product_id).to.match(/^\d{12}-[A-Z]{4}-NWUS53-LSR[A-Z]{3}$/);
      expect(properties.remark).to.match(/^SIMULATED/);
      if (letters.has(properties.typetext)) expect(letters.get(properties.typetext)).to.equal(properties.type);
    }
  });

  it('are in three SPC tables, with hail in hundredths of an inch', () => {
    const lines = spcTables(day).trim().split('\n');
    const headers = lines.flatMap((line, i) => (line.startsWith('Time,') ? [i] : []));
    expect(headers.map((i) => lines[i].split(',')[1])).to.deep.equal(['F_Scale', 'Size', 'Speed']);
    for (const line of lines.slice(headers[1] + 1, headers[2])) {
      expect(line).to.match(
        /^\d{4},\d{2,3},[^,]+,[^,]*,[A-Z]{2},\d\d\.\d\d,-\d{2,3}\.\d\d,SIMULATED\. .* \([A-Z]{3}\)$/,
      );
    }
    expect(lines.length - 3).to.equal(day.filter(({ type }) => type !== 'flood').length);
    expect(spcTables([]).split('\n')).to.have.length(4);
  });
});
