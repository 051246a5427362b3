import { readFileSync } from 'node:fs';
import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { openCenterArchive } from '../../src/center/archive.ts';
import { discussionFeature, discussionText } from '../../src/center/discussions.ts';
import { watchFeature } from '../../src/center/watches.ts';
import { yearNumber } from '../../src/center/year-number.ts';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { openWarningArchive } from '../../src/warnings/archive.ts';

const seed = 11;
const start = Date.parse('2026-05-20T12:00:00Z');
const archive = openCenterArchive(seed);
const watches = archive.watches(start, start + 24 * hourMs);
const discussions = archive.discussions(start, start + 24 * hourMs);

describe('watches and discussions of a seed', () => {
  it('come twice and four times in a generation, with unique numbers', () => {
    const days = openCenterArchive(seed);
    const numbers: number[][] = [[], []];
    for (let at = start; at < start + 4 * 24 * hourMs; at += 6 * hourMs) {
      numbers[0].push(...days.watches(at, at + 6 * hourMs - 1).flatMap((w) => (w.issuedAt >= at ? [w.number] : [])));
      numbers[1].push(
        ...days.discussions(at, at + 6 * hourMs - 1).flatMap((d) => (d.issuedAt >= at ? [d.number] : [])),
      );
    }
    expect(numbers.map(({ length }) => length)).to.deep.equal([32, 64]);
    for (const list of numbers) {
      expect(new Set(list).size).to.equal(list.length);
      expect(Math.max(...list)).to.be.below(10_000);
    }
  });

  it('are numbered from 1 in January', () => {
    const newYear = Date.parse('2027-01-01T00:00:00Z');
    expect(yearNumber(newYear + minuteMs, 4, 0)).to.equal(1);
    expect(yearNumber(newYear - minuteMs, 4, 3)).to.equal(4 * 4 * 365);
  });

  it('hold every severe storm that is warned of while they are in force', () => {
    const tornadoes = openWarningArchive(seed)
      .between(start, start + 24 * hourMs)
      .filter(({ kind }) => kind === 'TO.W');
    let held = 0;
    for (const { messages } of tornadoes) {
      const { sentAt, place } = messages[0];
      const inForce = watches.filter(({ issuedAt, expiresAt }) => issuedAt <= sentAt && expiresAt > sentAt);
      if (inForce.length === 0) continue;
      const [lon, lat] = [place.lon, place.lat];
      expect(inForce.some(({ ring }) => areaHolds({ type: 'Polygon', coordinates: [ring] }, [lon, lat]))).to.equal(
        true,
      );
      held++;
    }
    expect(held).to.be.above(5);
  });

  it('have county messages with the number of the watch', () => {
    const alerts = openWarningArchive(seed).between(start, start + 24 * hourMs);
    for (const { type, number, issuedAt } of watches.filter((watch) => watch.issuedAt >= start)) {
      const own = alerts.filter(
        (alert) => alert.kind === (type === 'TOR' ? 'TO.A' : 'SV.A') && alert.number === number,
      );
      expect(own.length).to.be.above(1);
      for (const { counties, messages } of own) {
        expect(counties!.length).to.be.above(0);
        expect(messages[0].sentAt - issuedAt).to.equal(minuteMs);
      }
    }
  });

  it('are listed with the names and types of the real list of watches', function () {
    const real = JSON.parse(
      readFileSync(sharedFile(this, 'data/upstream/watches/iem_spc_watch_2024-04-26.geojson'), 'utf8'),
    ) as { features: { properties: object; geometry: { type: string } }[] };
    for (const [row, watch] of watches.entries()) {
      const { properties, geometry } = watchFeature(watch, row) as (typeof real.features)[0];
      const types = (one: object) => Object.entries(one).map(([name, value]) => `${name} ${typeof value}`);
      expect(types(properties)).to.deep.equal(types(real.features[0].properties));
      expect(geometry.type).to.equal(real.features[0].geometry.type);
    }
  });

  it('are discussed before they are issued, and named by their number afterwards', () => {
    for (const { issuedAt, watchChance, concerning } of discussions) {
      if (watchChance === null) {
        const number = Number(/Watch (\d+)$/.exec(concerning)?.[1]);
        const watch = openCenterArchive(seed)
          .watches(issuedAt, issuedAt)
          .find((one) => one.number === number);
        expect(watch, concerning).not.to.equal(undefined);
      } else {
        const soon = watches.filter((watch) => watch.issuedAt > issuedAt && watch.issuedAt - issuedAt < hourMs);
        expect(soon.length).to.be.at.least(1);
      }
    }
  });

  it('write the heads and positions of the bulletin', () => {
    for (const discussion of discussions) {
      const text = discussionText(discussion);
      expect(text).to.match(
        /^ \nACUS11 KWNS \d{6}\nSWOMCD\nSPC MCD \d{6} \n([A-Z]{2}Z000-)+\d{6}-\n\nMesoscale Discussion \d{4}\n/,
      );
      expect(text).to.match(/\nAreas affected\.\.\..+\nConcerning\.\.\..+\nValid \d{6}Z - \d{6}Z\n/);
      expect(text).to.include('SIMULATED');
      const packed = /LAT\.\.\.LON {3}((?:\d{8} ?)+)\n/.exec(text)![1].trim().split(' ');
      const ring = packed.map((digits) => {
        const west = Number(digits.slice(4)) / 100;
        return [-(west < 50 ? west + 100 : west), Number(digits.slice(0, 4)) / 100];
      });
      const { geometry } = discussionFeature(discussion) as { geometry: { coordinates: number[][][] } };
      expect(ring).to.deep.equal(geometry.coordinates[0]);
    }
  });
});
