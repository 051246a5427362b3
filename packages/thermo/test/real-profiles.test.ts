import { readFileSync } from 'node:fs';
import { airLevels, condensationLevel, derive, type Profile, surfaceParcel } from '@severe/thermo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseIemSoundings, parseIgraSoundings, parseUwyoSounding } from '@severe/ingest/testing/parsers';

interface Hour {
  profile: Profile;
  published: { lift: number; pwat: number; lclp: number; lclt: number; cape: number };
}

/** The hours of a BUFKIT file: what its author derived, and the profile it was derived from. */
function readBufkit(text: string): Hour[] {
  const [soundings] = text.replaceAll('\r', '').split('STN YYMMDD/HHMM');
  return soundings
    .split(/\nSTID = /)
    .slice(1)
    .map((hour) => {
      const number = (name: string) => Number(new RegExp(`${name} = (\\S+)`).exec(hour)?.[1]);
      const values = hour.split(/CFRL HGHT\s*\n/)[1].trim().split(/\s+/).map(Number);
      const column = (i: number) => values.filter((_, at) => at % 10 === i);
      return {
        profile: { pressureHpa: column(0), temperatureC: column(1), dewpointC: column(3), windDirDeg: column(5), windSpeedKt: column(6), heightM: column(9) },
        published: { lift: number('LIFT'), pwat: number('PWAT'), lclp: number('LCLP'), lclt: number('LCLT'), cape: number('CAPE') },
      };
    }); // prettier-ignore
}

describe('thermo on real profiles', () => {
  it('has the values published with nineteen hours of the HRRR at Des Moines', function () {
    const hours = readBufkit(readFileSync(sharedFile(this, 'data/upstream/hrrr/bufkit_hrrr_kdsm.buf'), 'utf8'));
    expect(hours).to.have.length(19);
    for (const { profile, published } of hours) {
      const { mixed, pwatMm } = derive(profile);
      const { pressure, kelvin, dewpoint } = surfaceParcel(airLevels(profile));
      const lcl = condensationLevel(pressure, kelvin, dewpoint);
      expect(lcl.pressure).to.be.closeTo(published.lclp, 0.25); // hPa
      expect(lcl.kelvin).to.be.closeTo(published.lclt, 0.02);
      expect((pwatMm ?? 0) / published.pwat).to.be.closeTo(1, 0.01);
      expect(mixed?.liftedIndex).to.be.closeTo(published.lift, 0.25); // of the lowest 100 hPa
      expect(mixed?.cape).to.be.lessThan(5); // published 0
    }
  });

  it('agrees with MetPy 1.7.1 on Norman, 4 May 1999 00 UTC, from two archives', function () {
    const read = (name: string) => readFileSync(sharedFile(this, `data/upstream/soundings/${name}`));
    const iem = derive(parseIemSoundings(read('iem_raob_KOUN_199905040000.json')).rows[0].profile);
    const uwyo = derive(parseUwyoSounding(read('uwyo_OUN_19990504_00.csv'), 'OUN').profile);
    for (const [ours, theirs] of [
      [iem, { surface: [2722.64, -42.71], mixed: 2351.13, li: -8.91, pwat: 26.59, lcl: 406, srh: [256.08, 328.03], shear: 23.55 }],
      [uwyo, { surface: [2643.84, -41.92], mixed: 2347.7, li: -8.85, pwat: 26.76, lcl: 423, srh: [238.34, 321.01], shear: 21.43 }],
    ] as const) {
      expect((ours.surface?.cape ?? 0) / theirs.surface[0]).to.be.closeTo(1, 0.025);
      expect(ours.surface?.cin).to.be.closeTo(theirs.surface[1], 2);
      expect((ours.mixed?.cape ?? 0) / theirs.mixed).to.be.closeTo(1, 0.025);
      expect(ours.surface?.liftedIndex).to.be.closeTo(theirs.li, 0.1);
      expect((ours.pwatMm ?? 0) / theirs.pwat).to.be.closeTo(1, 0.015);
      expect(ours.surface?.lclM).to.be.closeTo(theirs.lcl, 10);
      expect(ours.srh1km).to.be.closeTo(theirs.srh[0], 0.1);
      expect(ours.srh3km).to.be.closeTo(theirs.srh[1], 0.1);
      expect(ours.shear6kmMps).to.be.closeTo(theirs.shear, 0.05);
      expect(ours.surface?.elM).to.equal(null); // both files end at 250 hPa, where the parcel still rises
      expect(ours.stp).to.be.within(2.5, 3.5);
      expect(ours.scp).to.be.within(16, 19);
    } // prettier-ignore
  });

  it('agrees with MetPy 1.7.1 on a cold morning at Omaha, whose ground has no height', function () {
    const [{ profile }] = parseIgraSoundings(
      readFileSync(sharedFile(this, 'data/upstream/soundings/text/IGRA_OAX_25030812.txt')),
    ).rows;
    const { surface, mostUnstable, pwatMm, shear6kmMps, srh1km } = derive(profile);
    expect([surface?.cape, surface?.cin, mostUnstable?.cape]).to.deep.equal([0, 0, 0]);
    expect(surface?.liftedIndex).to.be.closeTo(21.7, 0.1);
    expect(surface?.lclM).to.be.closeTo(213, 5);
    expect(pwatMm).to.be.closeTo(2.28, 0.02);
    expect(shear6kmMps).to.be.closeTo(13.31, 0.05);
    expect(srh1km).to.be.closeTo(35.96, 0.1);
  });
});
