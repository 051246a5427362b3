import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseDamageTracks } from '../../src/feeds/damage-tracks/parse.ts';
import { parseSurvey } from '../../src/feeds/damage-tracks/parse-survey.ts';
import { parseTextBulletin, parseTextListing, parseTextProduct } from '../../src/feeds/bulletins/parse.ts';

const entry = {
  id: 'b6',
  wmoCollectiveId: 'FXUS61',
  issuingOffice: 'KOKX',
  issuanceTime: '2026-08-06T14:08:00-04:00',
  productCode: 'AFD',
};

describe('feeds/bulletins', () => {
  it('parses a list, also an empty one', () => {
    expect(parseTextListing('{"@graph":[]}')).to.deep.equal({ rows: [], refused: [], ignored: {} });
    const { rows, refused } = parseTextListing(JSON.stringify({ '@graph': [entry, { id: 'x' }] }));
    expect(rows).to.deep.equal([
      { id: 'b6', product: 'AFD', office: 'OKX', wmo: 'FXUS61', issuedAt: new Date('2026-08-06T18:08Z') },
    ]);
    expect(refused.map(({ what }) => what)).to.deep.equal(['x']);
  });

  it('gives the same text for every source', () => {
    const words = 'FXUS61 KOKX 061808\nAFDOKX\n\n.SYNOPSIS...\nWords – and a dash.\n\n$$';
    const product = parseTextProduct(JSON.stringify({ ...entry, productText: `\n000\n${words}\n` }));
    const bulletin = parseTextBulletin(
      `\u0001\r\r\n000 \r\r\n${words.replaceAll('\n', '\r\r\n')}\r\r\n\u0003`,
      new Date('2026-08-06T19:00Z'),
    );
    expect(product.text).to.equal(words);
    expect(bulletin).to.deep.equal({ ...product, id: '202608061808-KOKX-FXUS61-AFDOKX' });
  });
});

describe('feeds/damage-tracks', () => {
  const line = { type: 'LineString', coordinates: [[-97.6, 35.3], [-97.4, 35.35]] }; // prettier-ignore
  const track = (properties: object, geometry: unknown = line) => ({ type: 'Feature', properties: { objectid: 9, stormdate: Date.UTC(2026, 4, 21, 2, 30), efscale: 'EF3', length: 10, width: 100, maxwind: 0, injuries: 0, fatalities: null, wfo: 'OUN', comments: 'null', ...properties }, geometry }); // prettier-ignore
  const read = (...features: unknown[]) =>
    parseDamageTracks(
      JSON.stringify({ type: 'FeatureCollection', properties: { exceededTransferLimit: true }, features }),
    );

  it('converts miles and yards to metres and uses the solar date', () => {
    const { rows, more } = read(track({}));
    expect(rows[0]).to.deep.include({
      sourceId: 9,
      eventDate: '2026-05-20', // half past two UTC is the evening before in Oklahoma
      ef: 3,
      efLabel: 'EF3',
      lengthM: 16093,
      widthM: 91,
      maxWindMph: null,
      injuries: 0,
      fatalities: null,
      comments: null,
    });
    expect(more).to.equal(true);
  });

  it('parses ratings, and ignores straight-line wind', () => {
    const { rows, ignored, refused } = read(track({ efscale: 'EF3+' }), track({ efscale: 'N/A' }), track({ efscale: 'TSTM/Wind' }), track({}, null)); // prettier-ignore
    expect(rows.map(({ ef, efLabel }) => [ef, efLabel])).to.deep.equal([[3, 'EF3+'], [null, 'EFU']]); // prettier-ignore
    expect(ignored).to.deep.equal({ 'straight-line wind': 1 });
    expect(refused).to.deep.equal([{ what: 'object 9', why: 'expected a line, got no geometry' }]);
  });

  it('parses the surveys of a public information statement', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/damage/text/PNS_PNS_damage_multi.txt'));
    const { rows } = parseSurvey(bytes, new Date('2023-03-18'));
    expect(rows[2]).to.deep.include({
      at: new Date('2023-03-17T00:58Z'), // 07:58 PM CDT
      eventDate: '2023-03-16',
      ef: 1,
      lengthM: 4462, // 2.7723 miles
      widthM: 46, // 50 yards
      maxWindMph: 95,
      injuries: 2,
      wfo: 'FWD',
      state: 'TX',
      line: { type: 'LineString', coordinates: [[-96.495, 32.1319], [-96.4531, 32.1185]] },
    }); // prettier-ignore
    expect(rows[2].comments).to.match(/^A tornado formed on the northern outskirts .* Interstate 45\.$/);
  });
});
