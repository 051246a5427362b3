import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { bulletinEntry, bulletinsAt } from '../../src/bulletins/bulletin.ts';
import { bulletinText } from '../../src/bulletins/texts.ts';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { hourMs } from '../../src/model/plane.ts';

const seed = 11;
const now = Date.parse('2026-05-20T22:00:00Z');
const futureEvents = openFutureEvents(seed);

describe('the bulletins of forecast offices', () => {
  it('are listed newest first, none before it is written, each under one name', () => {
    const written = bulletinsAt(seed, 'AFD', now);
    const times = written.map(({ issuedAt }) => issuedAt);
    expect(times).to.deep.equal(times.toSorted((a, b) => b - a));
    expect(Math.max(...times)).to.be.at.most(now);
    expect(new Set(written.map(({ id }) => id)).size).to.equal(written.length);
    const norman = written.filter(({ office }) => office.id === 'OUN');
    expect(norman.length).to.be.within(2, 4); // two a day, for a day and a half
    const later = bulletinsAt(seed, 'AFD', now + hourMs).map(({ id }) => id);
    for (const { id, issuedAt } of written) if (issuedAt > now - 34 * hourMs) expect(later).to.include(id);
  });

  it('have the names of the real list, and the heading of a bulletin above the text', function () {
    const path = sharedFile(this, 'data/upstream/text/nws_products_types_AFD_locations_OKX.json');
    const real = JSON.parse(readFileSync(path, 'utf8')) as { '@graph': object[] };
    const [newest] = bulletinsAt(seed, 'AFD', now);
    expect(Object.keys(bulletinEntry(newest))).to.deep.equal(Object.keys(real['@graph'][0]));
    const text = bulletinText(seed, futureEvents, newest);
    expect(text).to.match(/^\n000\nFXUS64 K[A-Z]{3} 20\d{4}\nAFD[A-Z]{3}\n/);
    expect(text)
      .to.include('SIMULATED')
      .and.match(/\$\$\n$/);
  });

  it('expect severe storms where they will be, and none far from them', () => {
    const outlooks = bulletinsAt(seed, 'HWO', now).map((bulletin) => bulletinText(seed, futureEvents, bulletin));
    const warned = outlooks.filter((text) => text.includes('Severe thunderstorms are expected'));
    expect(warned.length).to.be.within(3, outlooks.length - 3);
    for (const text of outlooks) expect(text).to.include('.SPOTTER INFORMATION STATEMENT...');
  });
});
