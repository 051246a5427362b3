import type { LocationAlert } from '@severe/db';
import { noTags } from '@severe/db/testing/rows/no-tags';
import { expect } from 'chai';
import { composeAlertMail } from '../src/compose-alert-mail.ts';

const hit = (
  change: Partial<LocationAlert['alert']> = {},
  place: Partial<LocationAlert['location']> = {},
): LocationAlert => ({
  location: { id: 1, name: 'Home', label: null, lat: 35.22, lon: -97.44, unsubscribeKey: 'key_-1', ...place },
  email: 'ann@example.org',
  alert: {
    id: 48213,
    event: 'Tornado Warning',
    severity: 'Extreme',
    headline: 'Tornado Warning issued May 20 at 5:12PM CDT by NWS Norman OK',
    description: 'At 512 PM CDT, a tornado was\nnear Norman.\n\nHAZARD...Tornado.',
    instruction: 'TAKE COVER NOW!',
    areaDesc: 'Cleveland, OK; McClain, OK',
    sent: new Date('2026-05-20T22:12:00Z'),
    onset: new Date('2026-05-20T22:12:00Z'),
    expires: new Date('2026-05-20T22:45:00Z'),
    tags: { ...noTags, tornado: 'OBSERVED', hailIn: 1.75 },
    motion: { fromDeg: 240, speedKt: 30, observedAt: '2026-05-20T22:12:00Z', points: [[-97.6, 35.15]] },
    polygon: null,
    ...change,
  },
});
const clock = () => new Date('2026-05-20T22:12:30Z');
const compose = composeAlertMail({ publicUrl: 'https://wx.example.org', simulated: false, clock });

describe('composeAlertMail', () => {
  it('gives the times of the place with their zone', () => {
    const { subject, text } = compose(hit());
    expect(subject).to.equal('Tornado Warning at Home until Wednesday, May 20 at 5:45 PM CDT');
    const plain = text.replace(/\s+/g, ' ');
    expect(plain).to.include(
      'Issued Wednesday, May 20 at 5:12 PM CDT. In force until Wednesday, May 20 at 5:45 PM CDT',
    );
    const { subject: inPhoenix } = compose(hit({}, { lat: 33.45, lon: -112.07 }));
    expect(inPhoenix).to.include('3:45 PM MST');
  });

  it('says until when the event lasts, not only the message, and when it begins', () => {
    const later = { onset: new Date('2026-05-21T06:00:00Z'), expires: new Date('2026-05-22T00:00:00Z') };
    const plain = compose(hit(later)).text.replace(/\s+/g, ' ');
    expect(plain).to.include('Expected to begin Thursday, May 21 at 1:00 AM CDT.');
    expect(plain).to.include('In force until Thursday, May 21 at 7:00 PM CDT');
  });

  it('has the instruction, the description and a link to the map, in plain text and in HTML', () => {
    const { text, html, recipient } = compose(hit());
    expect(recipient).to.equal('ann@example.org');
    for (const part of ['TAKE COVER NOW!', 'At 512 PM CDT, a tornado was near Norman.', 'HAZARD...Tornado.']) {
      expect(text.replace(/\s+/g, ' ')).to.include(part);
      expect(html).to.include(part);
    }
    expect(text).to.include('https://wx.example.org/#at=9/35.2200/-97.4400');
    expect(html).not.to.match(/<(img|script|link|style)\b/);
  });

  it('says what to do, what threatens and when the storm may arrive, as the briefing of the place does', () => {
    const plain = compose(hit()).text.replace(/\s+/g, ' ');
    expect(plain).to.include('Take shelter now');
    expect(plain).to.include('Possible threats: tornado and hail up to 1.75 in.');
    expect(plain).to.match(
      /The storm may arrive at 5:2\d PM CDT\. If it keeps its motion, .* from 5:\d\d PM CDT to 5:\d\d PM CDT/,
    );
  });

  it('names no arrival without a motion, or of a storm that moves away', () => {
    for (const motion of [null, { ...hit().alert.motion!, fromDeg: 60 }]) {
      expect(compose(hit({ motion })).text).to.not.include('may arrive');
    }
  });

  it('can be ended with one click', () => {
    const { headers, text } = compose(hit());
    expect(headers).to.deep.equal({
      'List-Unsubscribe': '<https://wx.example.org/api/v1/unsubscribe/key_-1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(text).to.include('https://wx.example.org/api/v1/unsubscribe/key_-1');
  });

  it('says first that simulated weather is simulated', () => {
    const { subject, text } = composeAlertMail({ publicUrl: 'https://wx.example.org', simulated: true, clock })(hit());
    expect(subject).to.match(/^\[SIMULATED\] /);
    expect(text).to.match(/^This weather is SIMULATED/);
  });

  it('escapes what users and providers wrote, and keeps it out of the headers', () => {
    const { subject, html } = compose(hit({ headline: '<b>&' }, { name: 'A\r\nBcc: x@example.org<script>' }));
    expect(subject).to.not.match(/[\r\n]/);
    expect(html).to.include('&lt;b&gt;&amp;');
    expect(html).not.to.include('<script>');
  });

  it('shortens a very long description', () => {
    const { text } = compose(hit({ description: 'word '.repeat(5000) }));
    expect(text.length).to.be.lessThan(6000);
  });
});
