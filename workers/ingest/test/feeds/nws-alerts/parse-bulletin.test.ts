import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { noTags } from '@severe/db/testing/rows/no-tags';
import { DataError } from '@severe/base';
import { parseBulletin } from '../../../src/feeds/nws-alerts/parse-bulletin.ts';
import { readAlertBulletins } from '../../../src/feeds/nws-alerts/read-bulletins.ts';
import { sharedFile } from '@severe/testing/shared';
import { refusalOf } from '../../support/refusal.ts';

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
      numberKey: 'OUN.TO.W.0034',
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
      tags: { ...noTags, tornado: 'OBSERVED', damageThreat: 'CONSIDERABLE', hailIn: 1.75, pds: true },
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
    const { rows: bulletins, refused } = readAlertBulletins(
      [update + warning, JSON.stringify({ productText: '…' })],
      near,
    );
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

  describe('with the parts of a text', () => {
    /** A segment of a bulletin; the areas and what follows them. */
    const bulletin = (lines: string[], { awips = 'NPWOUN', codes = 'OKZ029-202245-', above = ['URGENT - WEATHER MESSAGE'] } = {}) =>
      ['WWUS74 KOUN 202212', awips, '', ...above, '', codes, ...lines, '', '$$', ''].join('\n'); // prettier-ignore
    const wind = '/O.NEW.KOUN.WI.Y.0012.260520T2300Z-260521T0300Z/';
    const read = (...given: Parameters<typeof bulletin>) => parseBulletin(bulletin(...given), near);
    const only = (...given: Parameters<typeof bulletin>) => {
      const messages = read(...given);
      expect(messages).to.have.length(1);
      return messages[0];
    };

    it('reads every field of an advisory of zones', () => {
      const text = ['Cleveland-', '512 PM CDT Wed May 20 2026', '', '...WIND ADVISORY UNTIL 10 PM...', '', 'Windy.'];
      expect(only([wind, ...text])).to.deep.equal({
        identifier: 'KOUN NPWOUN 2026-05-20T22:12:00.000Z 0 WI.Y.0012',
        product: 'KOUN NPWOUN 2026-05-20T22:12:00.000Z',
        references: [],
        eventKey: 'OUN.WI.Y.0012.2026',
        numberKey: 'OUN.WI.Y.0012',
        issuedAt: new Date('2026-05-20T22:12:00Z'),
        action: 'NEW',
        event: 'Wind Advisory',
        severity: 'Unknown',
        urgency: 'Unknown',
        certainty: 'Unknown',
        headline: 'WIND ADVISORY UNTIL 10 PM',
        messageType: 'Alert',
        sent: new Date('2026-05-20T22:12:00Z'),
        effective: new Date('2026-05-20T22:12:00Z'),
        onset: new Date('2026-05-20T23:00:00Z'),
        expires: new Date('2026-05-21T03:00:00Z'),
        messageExpires: new Date('2026-05-20T22:45:00Z'),
        ends: new Date('2026-05-21T03:00:00Z'),
        wfo: 'OUN',
        states: ['OK'],
        fips: [],
        areaDesc: 'Cleveland',
        zones: ['forecast/OKZ029'],
        tags: noTags,
        motion: null,
        description: text.join('\n'),
        instruction: null,
        polygon: null,
        polygonRefused: null,
      });
    });

    it('identifies a statement without VTEC by its heading, and takes its office from the identifier', () => {
      const statement = only(['Cleveland-', 'Windy.'], { awips: 'SPSOUN', above: [' Special Weather STATEMENT', 'National Weather Service Norman OK'] }); // prettier-ignore
      const identifier = 'KOUN SPSOUN 2026-05-20T22:12:00.000Z 0';
      expect(statement).to.deep.include({
        identifier,
        eventKey: identifier,
        numberKey: null,
        action: 'Alert',
        messageType: 'Alert',
        event: 'Special Weather Statement',
        wfo: 'OUN',
        onset: new Date('2026-05-20T22:12:00Z'),
        ends: null,
        description: 'Cleveland-\nWindy.',
      });
      for (const awips of ['SPSO', 'SPSOU', 'SPSSPN']) expect(only(['Windy.'], { awips }).wfo, awips).to.equal('OUN');
    });

    it('names a bulletin without VTEC by its product, whatever its title says', () => {
      const eventOf = (awips: string, ...above: string[]) => only(['Windy...'], { awips, above }).event;
      expect(eventOf('SPSOUN', 'SPECIAL WEATHER STATEMENT...CORRECTED')).to.equal('Special Weather Statement');
      expect(eventOf('SPSSPN', 'ESTADO ESPECIAL DEL TIEMPO', 'Servicio Nacional de Meteorologia')).to.equal('Special Weather Statement'); // prettier-ignore
      expect(eventOf('HLSLIX', 'Hurricane Ida Local Statement Advisory Number 12')).to.equal(
        'Hurricane Local Statement',
      );
      expect(eventOf('CAEOUN', 'BULLETIN - EAS ACTIVATION REQUESTED', 'Amber Alert')).to.equal('Child Abduction Emergency'); // prettier-ignore
      expect(eventOf('CEMOUN', 'Civil Emergency Message...Update')).to.equal('Civil Emergency Message');
      expect(eventOf('TOEOUN', '911 Outage')).to.equal('911 Telephone Outage Emergency');
      expect(eventOf('ESFOUN', 'Flood Potential Outlook')).to.equal('Hydrologic Outlook');
      expect(eventOf('AQAOUN', 'Air Quality Message')).to.equal('Air Quality Alert');
    });

    it('names a product of many events by its title, else by the product', () => {
      const eventOf = (...above: string[]) => only(['Windy...'], { awips: 'NPWOUN', above }).event;
      expect(eventOf('URGENT - WEATHER MESSAGE', 'WIND ADVISORY...AMENDED', 'Fog Advisory')).to.equal('Wind Advisory');
      expect(eventOf('Corrected High Wind Warning', 'National Weather Service Norman OK')).to.equal(
        'High Wind Warning',
      );
      expect(eventOf('URGENT - WEATHER MESSAGE', 'National Weather Service Norman OK', 'A Gale Warning')).to.equal('Non-Precipitation Weather Message'); // prettier-ignore
    });

    it('reads an unknown phenomenon by the product, else by the title', () => {
      const eventOf = (awips: string) =>
        only([wind.replace('WI.Y', 'QQ.Y')], { awips, above: ['Odd Statement'] }).event;
      expect(['SQWOUN', 'NPWOUN', 'QQQOUN'].map(eventOf)).to.deep.equal(['Snow Squall Warning', 'Odd Statement', 'Odd Statement']); // prettier-ignore
    });

    it('refuses other products, and says what they are', () => {
      const why = (awips: string, lines = ['Cleveland-', 'Windy.']) => refusalOf(() => read(lines, { awips }));
      const refused = 'bulletin: expected a warning, watch, advisory or statement, got';
      expect(why('SWOMCD')).to.equal(`${refused} "SWOMCD" (mesoscale discussion)`);
      expect(why('PNSOUN')).to.equal(`${refused} "PNSOUN" (public information statement)`);
      expect(why('WOU2', [wind, 'Windy.'])).to.equal(`${refused} "WOU2" (counties of a watch)`); // its counties have VTEC
      expect(why('RWTOUN')).to.equal(`${refused} "RWTOUN" (required weekly test)`);
      expect(why('RR5OUN')).to.equal(`${refused} "RR5OUN" (hydrologic data)`);
      for (const awips of [
        'LSROUN',
        'AFDOUN',
        'HWOOUN',
        'TWOAT',
        'ZFPOUN',
        'CF6OKC',
        'SEL0',
        'SAW0',
        'PTSDY1',
        'HMLOUN',
      ])
        expect(why(awips), awips).to.include(`${refused} "${awips}" (`);
    });

    it('reads an unknown product with VTEC or with the title of an alert, and refuses any other', () => {
      const above = ['Dangerous Dust Warning', 'National Weather Service Norman OK'];
      expect(only(['Dusty.'], { awips: 'QQQOUN', above }).event).to.equal('Dangerous Dust Warning');
      const statement = ['NOUS44 KOUN 202212', '', 'PUBLIC INFORMATION STATEMENT', '', 'OKZ029-202245-', 'Thanks.', ''];
      expect(refusalOf(() => parseBulletin(statement.join('\n'), near))).to.match(/^bulletin: expected a warning/);
      expect(only([wind, 'Windy.'], { awips: 'QQQOUN', above: [] }).event).to.equal('Wind Advisory');
      const refused = 'bulletin: expected a warning, watch, advisory or statement, got "QQQOUN"';
      expect(refusalOf(() => read(['Dusty.'], { awips: 'QQQOUN', above: ['Dusty Forecast'] }))).to.equal(refused);
    });

    it('reads the segments of a forecast that have VTEC, and no others', () => {
      const forecast = ['WWUS74 KOUN 202212', 'CWFOUN', '', 'Coastal Waters Forecast', '', 'GMZ330-202245-', wind.replace('WI.Y', 'SC.Y'), 'Windy.', '', '$$', '', 'GMZ335-202245-', 'Calm.', '', '$$', '']; // prettier-ignore
      const [message, ...others] = parseBulletin(forecast.join('\n'), near);
      expect(others).to.deep.equal([]);
      expect([message.event, message.zones]).to.deep.equal(['Small Craft Advisory', ['forecast/GMZ330']]);
    });

    it('has nothing for a test without VTEC', () => {
      expect(read(['Cleveland-', 'THIS IS ONLY A TEST.'], { awips: 'CEMOUN' })).to.deep.equal([]);
      expect(read(['Windy.'], { awips: 'CEMOUN', above: ['TEST...Civil Emergency Message...TEST'] })).to.deep.equal([]);
      expect(read(['Windy, as in the test.'], { awips: 'CEMOUN', above: ['Message'] })).to.have.length(1);
    });

    it('reads the tags at the end of a segment', () => {
      const tagsOf = (...lines: string[]) => only([wind, 'Windy.', '', '&&', '', ...lines]).tags;
      expect(tagsOf('SNOW SQUALL...OBSERVED', 'SNOW SQUALL IMPACT...SIGNIFICANT')).to.deep.equal({ ...noTags, snowSquall: 'OBSERVED', snowSquallImpact: 'SIGNIFICANT' }); // prettier-ignore
      expect(tagsOf('WATERSPOUT...POSSIBLE', 'HAIL...0.00IN', 'WIND...>34KTS')).to.deep.equal({ ...noTags, waterspout: 'POSSIBLE', hailIn: 0, windMph: 39 }); // prettier-ignore
      expect(tagsOf('LANDSPOUT...OBSERVED', 'LEVEE FAILURE...OCCURRING')).to.deep.equal({ ...noTags, landspout: 'OBSERVED', leveeFailure: 'OCCURRING' }); // prettier-ignore
      expect(tagsOf('FLASH FLOOD...RADAR INDICATED', 'DAM FAILURE...IMMINENT', 'EXPECTED RAINFALL RATE...1-2 INCHES IN 1 HOUR')).to.deep.equal({ ...noTags, flashFlood: 'RADAR INDICATED', damFailure: 'IMMINENT', rainfallRate: '1-2 INCHES IN 1 HOUR' }); // prettier-ignore
      expect(tagsOf('EXPECTED RAINFALL...2-3 INCHES IN 60 MINUTES').rainfallRate).to.equal('2-3 INCHES IN 60 MINUTES');
      expect(tagsOf('HAIL THREAT...RADAR INDICATED', 'MAX HAIL SIZE...1.00 IN', 'WIND THREAT...OBSERVED', 'MAX WIND GUST...70 MPH')).to.deep.equal({ ...noTags, hailIn: 1, hailThreat: 'RADAR INDICATED', windMph: 70, windThreat: 'OBSERVED' }); // prettier-ignore
    });

    it('has no emergency of the neighbour in a segment that is cancelled', () => {
      const tornado = wind.replace('WI.Y', 'TO.W');
      const text = ['...TORNADO WARNING IS CANCELLED...', '', 'A TORNADO EMERGENCY remains in effect for Moore.'];
      expect(only([tornado.replace('NEW', 'CAN'), ...text]).tags.emergency).to.equal(false);
      expect(only([tornado, ...text.slice(2)]).tags.emergency).to.equal(true);
    });

    it('has one message for each event of a segment, with an identifier of its own', () => {
      const upgraded = ['/O.UPG.KOUN.WS.A.0003.260521T0000Z-260522T0000Z/', '/O.NEW.KOUN.WS.W.0003.260521T0000Z-260522T0000Z/', '/O.NEW.KOUN.WS.W.0004.260523T0000Z-260524T0000Z/']; // prettier-ignore
      const messages = read([...upgraded, 'Cleveland-', '512 PM CDT Wed May 20 2026', '', 'Snow.']);
      expect(messages.map(({ event, action }) => `${event} ${action}`)).to.deep.equal([
        'Winter Storm Watch UPG',
        'Winter Storm Warning NEW',
        'Winter Storm Warning NEW',
      ]);
      expect(new Set(messages.map(({ identifier }) => identifier)).size).to.equal(3);
      expect(messages[0].description).to.equal('Cleveland-\n512 PM CDT Wed May 20 2026\n\nSnow.');
    });

    it('has updates and cancellations, of events that have begun and have no end', () => {
      const typeOf = (action: string) => only([wind.replace('NEW', action)]).messageType;
      expect(['NEW', 'CON', 'EXT', 'CAN'].map(typeOf)).to.deep.equal(['Alert', 'Update', 'Update', 'Cancel']);
      const open = only(['/O.CON.KOUN.FL.W.0012.000000T0000Z-000000T0000Z/']);
      expect([open.onset, open.ends]).to.deep.equal([new Date('2026-05-20T22:12:00Z'), null]);
    });

    it('has nothing for a test, and the others of a bulletin with one', () => {
      const test = wind.replace('/O.', '/T.');
      expect(read([test, 'Cleveland-', 'Test.'])).to.deep.equal([]);
      expect(read([test, wind, 'Windy.']).map(({ action }) => action)).to.deep.equal(['NEW']);
      expect(read([wind.replace('/O.', '/E.'), 'Windy.'])).to.have.length(1);
      expect(only(['Windy. /T.NEW', 'x/'], { awips: 'SPSOUN' }).action).to.equal('Alert');
      const { rows: bulletins, refused } = readAlertBulletins([bulletin([test]), bulletin([wind])], near);
      expect([bulletins.length, refused]).to.deep.equal([1, []]);
    });

    it('reads a line in the form of VTEC, and no other', () => {
      expect(only([`x ${wind}`]).eventKey).to.include('NPWOUN');
      expect(only([`${wind} x`]).eventKey).to.include('NPWOUN');
    });

    it('distinguishes counties and zones of fire weather from those of forecasts', () => {
      expect(only([wind], { awips: 'RFWOUN', codes: 'OKZ029-202245-' }).zones).to.deep.equal(['fire/OKZ029']);
      expect(only([wind], { awips: 'RFWOUN', codes: 'OKC027-202245-' }).zones).to.deep.equal(['county/OKC027']);
      const { zones, states } = only([wind], { codes: 'OKZ029>031-TXZ001-\n002-202245-' });
      expect(zones).to.deep.equal(['OKZ029', 'OKZ030', 'OKZ031', 'TXZ001', 'TXZ002'].map((ugc) => `forecast/${ugc}`));
      expect(states).to.deep.equal(['OK', 'TX']);
    });

    it('takes the headline of the segment, not that of the whole bulletin', () => {
      const headlineOf = (...lines: string[]) => only([wind, ...lines], { above: ['...GUSTS TONIGHT...'] }).headline;
      expect(headlineOf('Cleveland-', '', '...WIND ADVISORY...NOW UNTIL', '  10 PM...', '', '...MORE...')).to.equal('WIND ADVISORY...NOW UNTIL 10 PM'); // prettier-ignore
      expect(headlineOf('Cleveland-', 'Windy.')).to.equal(null);
      expect(headlineOf('Gusts...strong...')).to.equal(null);
    });

    it('joins the area names, also those of two lines, with numbers or in capitals', () => {
      const areaOf = (...lines: string[]) => only([wind, ...lines]).areaDesc;
      expect(areaOf('Martin KY-Pike KY-', 'Floyd KY-', '359 PM EST Mon Mar 1 2021')).to.equal('Martin KY; Pike KY; Floyd KY'); // prettier-ignore
      expect(areaOf('', "ST. MARY'S MD-", '', 'A SELF-', '')).to.equal("ST. MARY'S MD");
      expect(areaOf('Grand/Gilpin/North and West Park Counties Above 9000', 'Feet-', 'Including the cities of Winston-', 'Salem')).to.equal('Grand/Gilpin/North and West Park Counties Above 9000 Feet'); // prettier-ignore
      expect(areaOf('Wasatch Mountains I-80 North-Cache Valley-', '1200 PM MDT Wed May 20 2026')).to.equal('Wasatch Mountains I-80 North; Cache Valley'); // prettier-ignore
      expect(areaOf('BOSTON MA-', 'INCLUDING THE CITIES OF...BOSTON')).to.equal('BOSTON MA');
      expect(areaOf('The wind-', 'chill is low.')).to.equal('');
      expect(areaOf()).to.equal('');
    });

    it('ends the description at the instructions, and both above the coordinates', () => {
      const heading = 'PRECAUTIONARY/PREPAREDNESS ACTIONS...';
      const partsOf = (...lines: string[]) => {
        const { description, instruction } = only([wind, ...lines]);
        return [description, instruction];
      };
      expect(partsOf('Windy && cold.', '', heading, '', 'Go home.', '', '&&', '', 'Below.')).to.deep.equal(['Windy && cold.', 'Go home.']); // prettier-ignore
      expect(partsOf('At LAT...LON below.', 'LAT...LON 3510 9760', '3510 9720')).to.deep.equal(['At LAT...LON below.', null]); // prettier-ignore
      expect(partsOf(`Among ${heading}`)).to.deep.equal([`Among ${heading}`, null]);
      expect(partsOf(`${heading}none`)).to.deep.equal([`${heading}none`, null]);
      expect(partsOf(' ')).to.deep.equal([null, null]);
      expect(partsOf('Windy.', '/in the west/', 'Cold.')[0]).to.equal('Windy.\n/in the west/\nCold.');
      expect(partsOf('', '/00000.0.ER.000000T0000Z.000000T0000Z.000000T0000Z.OO/', 'Wet.')[0]).to.equal('Wet.');
    });

    it('ends a segment at a line of two dollars only', () => {
      expect(only([wind, 'It costs $$ 5.']).description).to.equal('It costs $$ 5.');
    });

    it('reads the tags by the names of the API', () => {
      const tagsOf = (...lines: string[]) => only([wind, 'Windy.', '', ...lines]).tags;
      expect(tagsOf('THUNDERSTORM DAMAGE THREAT...DESTRUCTIVE', 'MAX HAIL SIZE...2.75 IN', 'MAX WIND GUST...80 MPH', 'HAIL...1.00 IN', 'WIND...60 MPH')).to.include({ damageThreat: 'DESTRUCTIVE', hailIn: 2.75, windMph: 80 }); // prettier-ignore
      expect(tagsOf('HAIL... <.75IN', 'WIND...60MPH')).to.include({ damageThreat: null, hailIn: 0.75, windMph: 60 });
      expect(tagsOf('FLASH FLOOD...RADAR INDICATED', 'FLASH FLOOD DAMAGE THREAT...CATASTROPHIC')).to.include({ flashFlood: 'RADAR INDICATED', damageThreat: 'CATASTROPHIC', emergency: true }); // prettier-ignore
      expect(tagsOf('A TORNADO...OBSERVED', 'HAIL...', '2 miles away')).to.include({ tornado: null, hailIn: null });
    });

    it('reads the motion of a storm near the time of issue, also of the day before', () => {
      const motionOf = (line: string) => only([wind, 'Windy.', '', line]).motion;
      expect(motionOf('TIME...MOT...LOC 0029Z 5DEG 9KT 3319  11183')).to.deep.equal({
        fromDeg: 5,
        speedKt: 9,
        observedAt: '2026-05-21T00:29:00.000Z',
        points: [[-111.83, 33.19]],
      });
      const [early] = parseBulletin(bulletin([wind, 'TIME...MOT...LOC 2358Z 275DEG 29KT 3319 11183']).replace('202212', '210002').replaceAll('202245', '210045'), near); // prettier-ignore
      expect(early.motion?.observedAt).to.equal('2026-05-20T23:58:00.000Z');
      expect(motionOf('The TIME...MOT...LOC 0029Z 275DEG 29KT 3319 11183')).to.equal(null);
      expect(motionOf('TIME...MOT...LOC 0029Z 275DEG 29KT')).to.equal(null);
    });

    it('reads motion and polygon in any case, and a motion that follows the polygon or is wrapped', () => {
      const lines = ['Lat...Lon 3510 9760 3510 9720 3540 9720 Time...Mot...Loc', '0029Z 004DEG 11KT 3319', '11183'];
      const { motion, polygon, description } = only([wind, 'Windy.', ...lines]);
      expect(motion).to.deep.include({ fromDeg: 4, speedKt: 11, points: [[-111.83, 33.19]] });
      expect(polygon?.coordinates[0]).to.have.length(4);
      expect(description).to.equal('Windy.');
    });

    it('reads the hail and wind of 2010, in one line', () => {
      expect(only([wind, 'WIND...HAIL 60MPH 1.00IN']).tags).to.include({ windMph: 60, hailIn: 1 });
      expect(only([wind, 'WIND...HAIL <50MPH <.75IN']).tags).to.include({ windMph: 50, hailIn: 0.75 });
    });

    it('refuses a polygon of which a part cannot be read, and keeps the alert', () => {
      const outline = (numbers: string) => only([wind, `LAT...LON ${numbers}`]);
      expect(outline('3510 9760 3510 9720 35409720').polygon?.coordinates[0]).to.have.length(4);
      for (const bad of ['3510 9760 3510 9720 3540 9720 3540', '3510 9760 3510 9720 3540 9720 354097 3550 9720', '3510 9760 3510 9720 3540 9720 9540 9760']) {
        const { polygon, polygonRefused } = outline(bad);
        expect(polygon, bad).to.equal(null);
        expect(polygonRefused, bad).to.include('expected pairs of positions');
      }
    }); // prettier-ignore

    it('gives each event of a segment its own headline', () => {
      const events = [wind, wind.replace('WI.Y', 'HW.W').replace('NEW', 'CAN'), wind.replace('WI.Y', 'FG.Y')];
      const headlines = ['...WIND ADVISORY IN EFFECT UNTIL', '10 PM...', '...HIGH WIND WARNING IS CANCELLED...'];
      expect(read([...events, '', ...headlines]).map(({ headline }) => headline)).to.deep.equal([
        'WIND ADVISORY IN EFFECT UNTIL 10 PM',
        'HIGH WIND WARNING IS CANCELLED',
        'WIND ADVISORY IN EFFECT UNTIL 10 PM',
      ]);
    });

    it('keeps the first headline of a single event, and ends a headline at an empty line', () => {
      const headlineOf = (...lines: string[]) => only([wind, ...lines]).headline;
      expect(headlineOf('...DANGEROUS GUSTS...', '', '...A WIND ADVISORY REMAINS...')).to.equal('DANGEROUS GUSTS');
      expect(headlineOf('...GUSTS', '', 'They are strong...')).to.equal(null);
    });

    it('reads no headline of dots alone', () => {
      expect(only([wind, '......', '...', '', '...GUSTS...']).headline).to.equal('GUSTS');
    });

    it('has the names of the weather service', () => {
      const nameOf = (codes: string) => only([wind.replace('WI.Y', codes)]).event;
      expect(['FW.A', 'FW.W', 'BH.S', 'UP.Y', 'UP.W', 'DS.Y', 'DS.W'].map(nameOf)).to.deep.equal([
        'Fire Weather Watch', 'Red Flag Warning', 'Beach Hazards Statement', 'Freezing Spray Advisory',
        'Heavy Freezing Spray Warning', 'Dust Advisory', 'Dust Storm Warning',
      ]);
    }); // prettier-ignore

    it('reads all segments where the marks between them are missing', () => {
      const messages = read([wind, 'Windy.', '', 'OKZ030-202345-', wind.replace('0012', '0013'), 'Windy too.']);
      expect(messages.map(({ eventKey, zones }) => [eventKey, zones])).to.deep.equal([
        ['OUN.WI.Y.0012.2026', ['forecast/OKZ029']],
        ['OUN.WI.Y.0013.2026', ['forecast/OKZ030']],
      ]);
    });

    it('takes month and year from the line of local time, also if its clock cannot be read', () => {
      const [{ sent }] = parseBulletin(bulletin([wind, '1551 PM CDT THU JUN 20 2013']), near);
      expect(sent).to.deep.equal(new Date('2013-06-20T22:12:00Z'));
    });

    it('places polygons of Pago Pago in the south', () => {
      const lines = [wind, 'LAT...LON 1420 17050 1420 17090 1440 17090'];
      const [{ polygon }] = parseBulletin(bulletin(lines).replace('KOUN 2', 'NSTU 2'), near);
      expect((polygon!.coordinates as number[][][])[0].map(([, lat]) => lat)).to.include(-14.4);
    });

    it('places storms near Guam in the east, as their polygon', () => {
      const lines = [
        wind,
        'LAT...LON 1350 14490 1350 14520 1380 14520',
        'TIME...MOT...LOC 2210Z 90DEG 10KT 1360 14500',
      ];
      const [{ motion }] = parseBulletin(bulletin(lines).replace('KOUN 2', 'PGUM 2'), near);
      expect(motion?.points).to.deep.equal([[145, 13.6]]);
    });

    it('has no polygon from coordinates within a line of text, and says why one is refused', () => {
      const outline = 'LAT...LON 3510 9760 3510 9720 3540 9720';
      const refusedOf = (line: string) => {
        const { polygon, polygonRefused } = only([wind, 'Windy.', '', line]);
        return [polygon === null, polygonRefused];
      };
      expect(refusedOf(outline)).to.deep.equal([false, null]);
      expect(refusedOf(`See ${outline}`)).to.deep.equal([true, null]);
      expect(refusedOf('LAT...LON 3510 9760 3510 9720')[1]).to.be.a('string');
    });

    it('refuses a bulletin without zones', () => {
      expect(refusalOf(() => read(['Windy.'], { codes: '' }))).to.equal('bulletin: expected a segment with its zones, got none'); // prettier-ignore
    });
  });

  it('names a corrected statement, and refuses a mesoscale discussion, of the field', function () {
    const file = (name: string) => readFileSync(sharedFile(this, `data/field-2026-11/alerts/${name}`));
    const [{ event, wfo, ...statement }] = parseBulletin(file('4-event-name/SPSRLX.txt'), near);
    expect([event, wfo]).to.deep.equal(['Special Weather Statement', 'RLX']);
    expect(statement.headline).to.match(/^Elevated risk of wildfires/);
    expect(refusalOf(() => parseBulletin(file('5-mcd-as-alert/SWOMCD_sep1.txt'), near))).to.equal(
      'bulletin: expected a warning, watch, advisory or statement, got "SWOMCD" (mesoscale discussion)',
    );
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
