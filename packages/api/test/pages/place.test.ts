import { createHash } from 'node:crypto';
import { termsOf } from '@severe/db';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { city } from '@severe/db/testing/rows/city';
import { expect } from 'chai';
import type { TestService } from '../support/service.ts';
import { noValues, startStormService, stormValues } from '../support/storm-over-norman.ts';

const page = '/at/35.22,-97.42';
const norman = city();
const words = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '); // prettier-ignore

describe('the page of a place', function () {
  this.timeout(60_000);
  let service: TestService;
  let values = stormValues();
  before(async () => {
    service = await startStormService(() => values);
    const spiteful = '<img src=x onerror=alert(1)> "Warning"';
    await service.db.alerts.store([alertEvent({ eventKey: 'OUN.SV.W.0009.2026', event: spiteful, severity: 'Severe' })]); // prettier-ignore
    const cities = [norman, { ...norman, id: 'geonames/2', state: 'AR', lat: 34.46, lon: -93.68 }];
    await service.db.places.put(cities.map((city) => ({ ...city, terms: termsOf([city.name]) })));
  });
  after(() => service?.close());

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const got = await service.ask(path, headers);
    return { ...got, html: got.body.toString(), text: words(got.body.toString()) };
  };

  it('says first what to do, then until when and why, in the clock of the place', async () => {
    const { status, headers, html, text } = await open(page);
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    const parts = [
      'Emergency As of 5:18 PM CDT',
      'SIMULATED',
      'Take shelter now',
      'A tornado warning for an observed tornado covers this point until 5:45 PM CDT',
      'may arrive in about',
      'A tornado was observed at 5:17 PM CDT',
      'Tornado Warning until 5:45 PM CDT',
      'Flood Advisory',
    ];
    expect(parts.map((part) => text.indexOf(part))).to.satisfy((places: number[]) => places.every((at, i) => at > (places[i - 1] ?? -1)), text); // prettier-ignore
    expect(html).to.match(/<p class="do">Take shelter now/);
    expect(html).to.include('<title>Emergency: 1 mi E of Norman, OK</title>');
  });

  it('has a picture of the radar image that it tells of, with the county around the place', async () => {
    const { html, text } = await open(page);
    expect(html).to.include('src="/api/v1/squares/radar/composite-reflectivity/8/35.22/-97.42.png?ts=202605202216"');
    expect(html).to.match(/alt="Radar at 5:16 PM CDT: 53 dBZ at this place/);
    expect(html).to.match(/<path d="M-?\d+ -?\d+L/);
    expect(text).to.include('The ring is 25 mi away. The line is the county.');
  });

  it('is small, loads itself again, and needs no script', async () => {
    const { headers, html, body } = await open(page);
    expect(body.length).to.be.below(7000); // beside a picture of at most 8 kB
    expect(html).to.not.match(/<script|javascript:|<[^>]* on\w+=/);
    expect(headers.refresh).to.equal('60');
    const style = /<style>(.*?)<\/style>/s.exec(html)![1];
    const policy = String(headers['content-security-policy']);
    expect(policy).to.include(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).to.include("default-src 'none'");
    const stopped = await open(`${page}?reload=no`);
    expect(stopped.headers).to.not.have.property('refresh');
    expect(html).to.include(`href="${page}?lang=en&amp;reload=no"`);
  });

  it('speaks the language of the reader, and is shared only if its address names the language', async () => {
    const spanish = await open(page, { 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.5' });
    expect(spanish.html).to.include('<html lang="es">');
    expect(spanish.text)
      .to.match(/Emergencia A las 5:18/)
      .and.match(/Aviso de tornado/i);
    expect(spanish.headers['cache-control']).to.match(/^private/);
    expect(spanish.headers.vary).to.include('Accept-Language');
    const named = await open(`${page}?lang=es`, { 'Accept-Language': 'en' });
    expect(named.text).to.equal(spanish.text);
    expect(named.headers['cache-control']).to.match(/^public/);
    expect((await open(page, { 'Accept-Language': 'fr' })).html).to.include('<html lang="en">');
  });

  it('writes what providers have written as text', async () => {
    const { html } = await open(page);
    expect(html).to.include('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).to.not.include('<img src=x');
  });

  it('finds places by name: one leads to its page, several are listed, none is said', async () => {
    const one = await open('/at?q=norman,+ok&lang=es');
    expect(one.status).to.equal(302);
    expect(one.headers.location).to.match(/^\/at\/35\.\d+,-97\.\d+\?lang=es$/);
    const several = await open('/at?q=norman');
    expect(several.html).to.match(
      /<li><a href="\/at\/35\.[^"]*">Norman.*OK<\/a>.*<a href="\/at\/34\.[^"]*">Norman.*AR<\/a>/,
    );
    const none = await open('/at?q=%3Cb%3Enowhere');
    expect(none.text).to.include('Nothing is known by this name');
    expect(none.html).to.include('value="&lt;b&gt;nowhere"');
    expect((await open('/at')).html).to.include('<input name="q"');
    expect((await open('/at/95,-97')).text).to.include('Nothing is known by this name');
  });

  it('is no all-clear while sources are unavailable', async () => {
    values = noValues();
    const silent = await startStormService(() => values, ['alerts']);
    try {
      const text = words((await silent.ask('/at/47.6062,-122.3321')).body.toString());
      expect(text)
        .to.match(/Unknown As of/)
        .and.include('There is no radar image of this place now.');
      expect(text).to.not.match(/Normal|No action is needed/);
    } finally {
      await silent.close();
      values = stormValues();
    }
  });
});
