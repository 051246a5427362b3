import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { DataError } from '@severe/base';
import { parseBulletin } from '../../../src/feeds/nws-alerts/parse-bulletin.ts';
import { readAlertBulletins } from '../../../src/feeds/nws-alerts/read-bulletins.ts';
import { sharedFile } from '@severe/testing/shared';

const near = new Date('2026-05-20T22:18:00Z');

const warning = `000
WFUS54 KOUN 202212
TOROUN
OKC027-087-202245-
/O.NEW.KOUN.TO.W.0034.260520T2212Z-260520T2245Z/

BULLETIN - EAS ACTIVATION REQUESTED
Tornado Warning
National Weather Service Norman OK
512 PM CDT Wed May 20 2026

The National Weather Service in Norman has issued a

* Tornado Warning for Cleveland County.

PRECAUTIONARY/PREPAREDNESS ACTIONS...

TAKE COVER NOW!

&&

LAT...LON 3510 9760 3510 9720 3540 9720 3540
      9760
TIME...MOT...LOC 2211Z 245DEG 35KT 3520 9750 3530 10010

TORNADO...OBSERVED
TORNADO DAMAGE THREAT...CONSIDERABLE
MAX HAIL SIZE...1.75 IN

$$

FORECASTER
`;

describe('nws-alerts/parse-bulletin', () => {
  it('parses a warning with zones, polygon, motion and tags', () => {
    const [message, ...others] = parseBulletin(warning, near);
    expect(others).to.deep.equal([]);
    expect(message).to.deep.include({
      eventKey: 'OUN.TO.W.0034.2026',
      olderKey: null,
      action: 'NEW',
      event: 'Tornado Warning',
      severity: 'Unknown',
      messageType: 'Alert',
      sent: new Date('2026-05-20T22:12:00Z'),
      onset: new Date('2026-05-20T22:12:00Z'),
      expires: new Date('2026-05-20T22:45:00Z'),
      ends: new Date('2026-05-20T22:45:00Z'),
      wfo: 'OUN',
      states: ['OK'],
      fips: ['40027', '40087'],
      zones: ['county/OKC027', 'county/OKC087'],
      motion: {
        fromDeg: 245,
        speedKt: 35,
        observedAt: '2026-05-20T22:11:00.000Z',
        points: [
          [-97.5, 35.2],
          [-100.1, 35.3],
        ],
      },
      tags: {
        tornado: 'OBSERVED',
        damageThreat: 'CONSIDERABLE',
        hailIn: 1.75,
        windMph: null,
        flashFlood: null,
        pds: true,
        emergency: false,
      },
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [-97.6, 35.1],
            [-97.2, 35.1],
            [-97.2, 35.4],
            [-97.6, 35.4],
            [-97.6, 35.1],
          ],
        ],
      },
      instruction: 'TAKE COVER NOW!',
    });
    expect(message.description).to.match(/^BULLETIN - EAS ACTIVATION REQUESTED[^]*for Cleveland County\.$/);
  });

  it('reads each bulletin of a file by its own heading, the oldest first', () => {
    const update = warning
      .replace('202212', '202220')
      .replace('O.NEW.KOUN.TO.W.0034.260520T2212Z', 'O.CON.KOUN.TO.W.0034.000000T0000Z')
      .replace('512 PM', '520 PM');
    const { bulletins, refused } = readAlertBulletins([update + warning, JSON.stringify({ productText: '…' })], near);
    expect(
      bulletins.map((events) => events.map(({ eventKey, action, sent }) => [eventKey, action, sent])),
    ).to.deep.equal([
      [['OUN.TO.W.0034.2026', 'NEW', new Date('2026-05-20T22:12:00Z')]],
      [['OUN.TO.W.0034.2026', 'CON', new Date('2026-05-20T22:20:00Z')]],
    ]);
    expect(refused).to.have.length(1);
  });

  it('reads longitudes of Guam as east', () => {
    const [{ polygon }] = parseBulletin(warning.replaceAll('KOUN', 'PGUM'), near);
    const corners = (polygon!.coordinates as number[][][]).flat();
    expect(Math.max(...corners.map(([lon]) => lon))).to.equal(97.6);
  });

  it('rejects any other text', () => {
    for (const text of ['', '<html>', 'WFUS54 KOUN', warning.slice(0, 40)]) {
      expect(() => parseBulletin(text, near), text).to.throw(DataError);
    }
  });

  it('parses twenty real bulletins', function () {
    const folder = dirname(sharedFile(this, 'data/upstream/alerts/text/TOR.txt'));
    const read = (name: string) => parseBulletin(readFileSync(`${folder}/${name}`), near);
    const told = Object.fromEntries(
      readdirSync(folder).map((name) => [
        name,
        read(name).map(({ eventKey, action, polygon }) => `${eventKey} ${action} ${polygon ? 'polygon' : 'zones'}`),
      ]),
    );
    expect(told).to.deep.equal({
      'FFW_FFWFFC_0.txt': ['FFC.FF.W.0032.2022 NEW polygon'],
      'FFW_FFWFFC_1.txt': ['FFC.FF.W.0032.2022 EXT polygon'],
      'FFW_FFW_tags.txt': ['GUM.FF.W.0014.2018 NEW polygon'],
      'FLW_FLWJKL_multipolygon.txt': ['JKL.FA.W.0022.2021 NEW polygon'],
      'NPWBOX_NPW_01.txt': ['BOX.WI.Y.0014.2014 NEW zones'],
      'SPS_SPSBMX_IBW3.txt': ['KBMX SPSBMX 2018-05-29T21:52:00.000Z 0 Alert polygon'],
      'SVRBMX.txt': ['BMX.SV.W.0148.2012 NEW polygon'],
      'SVRLMK_2.txt': ['LMK.SV.W.0095.2014 CAN polygon', 'LMK.SV.W.0095.2014 CON polygon'],
      'SVR_SVRPSR_IBW1.txt': ['PSR.SV.W.0043.2020 NEW polygon'],
      'SVS.txt': ['DMX.SV.W.0143.2014 CAN polygon', 'DMX.SV.W.0143.2014 CON polygon'],
      'TOR.txt': ['JAN.TO.W.0130.2005 NEW polygon'],
      'TORE_SVS_E.txt': ['DMX.TO.W.0043.2018 CAN polygon', 'DMX.TO.W.0043.2018 CON polygon'],
      'TORE_SVS_F.txt': ['DMX.TO.W.0043.2018 CON polygon'],
      'TORE_TOR.txt': ['DMX.TO.W.0043.2018 NEW polygon'],
      'TORSVS.txt': ['DMX.TO.W.0051.2014 CAN polygon', 'DMX.TO.W.0051.2014 CON polygon'],
      'TOR_emergency.txt': ['ICT.TO.W.0035.2012 NEW polygon'],
      'TORtag.txt': ['DMX.TO.W.0057.2011 NEW polygon'],
      'WCN_WCN.txt': ['DMX.TO.A.0210.2014 CAN zones', 'DMX.TO.A.0210.2014 CON zones'],
      'vtec_TORFWD_0.txt': ['FWD.TO.W.0006.2018 NEW polygon'],
      'vtec_TORFWD_1.txt': ['FWD.TO.W.0006.2018 CAN polygon'],
    });
    // The numbers are those that stand in the files.
    const [wichita] = read('TOR_emergency.txt');
    expect(wichita.tags).to.deep.include({
      tornado: 'OBSERVED',
      damageThreat: 'CATASTROPHIC',
      hailIn: 2.5,
      emergency: true,
    });
    expect(wichita.motion).to.deep.include({ fromDeg: 230, speedKt: 45, points: [[-97.25, 37.63]] });
    const [boston] = read('NPWBOX_NPW_01.txt');
    expect(boston.zones).to.deep.equal([5, 6, 7, 14, 15, 16].map((n) => `forecast/MAZ0${String(n).padStart(2, '0')}`));
    const [guam] = read('FFW_FFW_tags.txt');
    expect((guam.polygon!.coordinates as number[][][]).flat()[0]).to.deep.equal([145.8, 15.16]);
  });
});
