import { RequestError } from '@severe/base';
import { findRadarSite } from '@severe/catalogue';
import { expect } from 'chai';
import { checkMotion, chooseMotion, motionText, noStormMotions, cacheMotions } from '../../src/nexrad/storm-motion.ts';

const site = findRadarSite('KTLX')!;
const at = new Date('2026-05-20T22:17:04Z');
const warned = async () => ({ fromDeg: 243, kt: 33 });

describe('nexrad/storm-motion', () => {
  it('is that of the request, else of a warning, else zero; rounded to five', async () => {
    expect(await chooseMotion({ fromDeg: 358, kt: 42 }, warned, site, at)).to.deep.equal({
      fromDeg: 0,
      kt: 40,
      named: true,
    });
    expect(await chooseMotion({}, warned, site, at)).to.deep.equal({ fromDeg: 245, kt: 35, named: false });
    expect(await chooseMotion({}, noStormMotions, site, at)).to.deep.equal({ fromDeg: 0, kt: 0, named: false });
    expect(motionText({ fromDeg: 245, kt: 35 })).to.equal('245/35');
  });

  it('uses warnings within 230 km', async () => {
    let asked: unknown[] = [];
    await chooseMotion({}, async (...question) => void (asked = question), site, at);
    expect(asked).to.deep.equal([site, at, 230_000]);
  });

  it('is refused if only one half is given', () => {
    expect(() => checkMotion({ kt: 5 })).to.throw(RequestError, 'query.sm_dir');
    expect(() => checkMotion({ fromDeg: 245 })).to.throw(RequestError, 'query.sm_kt');
    checkMotion({});
    checkMotion({ fromDeg: 0, kt: 0 });
  });

  it('is cached for ten seconds, and the last one is used after a failure', async () => {
    let now = 0;
    let asked = 0;
    let away = false;
    const complaints: unknown[] = [];
    const motions = cacheMotions(
      async () => {
        asked++;
        if (away) throw new Error('the database is away');
        return warned();
      },
      (error) => complaints.push(error),
      () => now,
    );
    await Promise.all([motions(site, at, 1), motions(site, at, 1)]);
    expect(asked).to.equal(1);
    away = true;
    now = 10_001;
    expect(await motions(site, at, 1)).to.deep.equal({ fromDeg: 243, kt: 33 });
    expect([asked, complaints.length]).to.deep.equal([2, 1]);
  });
});
