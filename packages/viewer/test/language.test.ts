import { hrrrProducts, radarProducts, satelliteProducts, sweepProducts } from '@severe/catalogue';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { keyOf, rememberedLanguage, t } from '../src/language.ts';
import { names } from '../src/spanish/names.ts';
import { spanish } from '../src/spanish/index.ts';
import { texts } from '../src/spanish/texts.ts';
import { axeFindings } from './support/axe.ts';
import { browserSuite } from './support/browser-suite.ts';
import { openSection } from './support/map-page.ts';
import { placeAnswers } from './support/place-answers.ts';
import { collection, reflectivityAnswers } from './support/stand-in.ts';
import { textsOfTheMap } from './support/texts-of-the-map.ts';

describe('the language of the map', () => {
  const english = textsOfTheMap();
  const gapsIn = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([gap]) => gap).sort();

  it('is that which was chosen, else that of the browser if the map has it', () => {
    expect(rememberedLanguage('es', 'en-US')).to.equal('es');
    expect(rememberedLanguage(null, 'es-MX')).to.equal('es');
    expect(rememberedLanguage(null, 'de-DE')).to.equal('en');
    expect(rememberedLanguage('xx', 'en-GB')).to.equal('en');
  });

  it('has every text in Spanish, with the same values, and none that is not used', () => {
    expect(english.filter((text) => !(text in texts))).to.deep.equal([]);
    expect(Object.keys(texts).filter((text) => !english.includes(text))).to.deep.equal([]);
    for (const [text, translated] of Object.entries(texts))
      expect(gapsIn(translated), text).to.deep.equal(gapsIn(text));
  });

  it('has every product in Spanish, with its description', () => {
    const products = [...radarProducts, ...sweepProducts, ...satelliteProducts, ...hrrrProducts];
    const named = products.flatMap(({ name, about }) => [name, about]);
    expect(named.filter((text) => !(text in names))).to.deep.equal([]);
  });

  it('fills values in', () => {
    expect(t`Until ${'5 PM'}`).to.equal('Until 5 PM');
    expect(keyOf(['', ' at ', ''])).to.equal('{0} at {1}');
    expect(spanish['Tornado Warning']).to.equal('Aviso de tornado');
  });
});

describe('the map in Spanish', function () {
  this.timeout(120_000);
  const time = '2026-05-20T22:18:00Z';
  const fresh = { status: 'ok', data_time: time, age_seconds: 12 };
  let page: Page;
  const suite = browserSuite({
    ...placeAnswers,
    '/meta/health': { simulated: true, time, sources: { radar: { ...fresh, status: 'late', age_seconds: 900 }, alerts: fresh } }, // prettier-ignore
    ...reflectivityAnswers('202605202212', '202605202218'),
    '/radar/point': { value: null, units: 'dBZ', status: 'below_threshold' },
    '/alerts': collection(),
  });
  const words = async () => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');

  it('has Spanish words, numbers and clocks everywhere, for a Spanish browser', async () => {
    page = await suite.open('/#at=6/35.5/-97.5&place=35.22,-97.44', { viewport: { width: 1200, height: 900 }, locale: 'es-MX', timezoneId: 'America/Chicago' }); // prettier-ignore
    await page.locator('.notice.late').waitFor();
    await page.locator('#place-body').getByText('Las próximas horas').waitFor();
    for (const id of ['options', 'overlays', 'just-now']) await openSection(page, id);
    const text = await words();
    for (const said of [
      'Tiempo simulado: un día de tormentas ficticio.',
      'Radar: datos con retraso. La imagen más reciente es de hace 15 minutos.',
      'Reflectividad compuesta',
      'Avisos',
      'ninguno',
      'Niveles de ríos',
      'Paleta apta para daltónicos',
      'Buscar',
    ])
      expect(text).to.include(said);
    const drawn = await page.locator('#pointer').evaluate((each) => getComputedStyle(each, '::before').content);
    expect(drawn).to.include('Deje el puntero sobre el mapa');
    expect(await page.locator('html').getAttribute('lang')).to.equal('es');
    expect(await page.locator('#utc').innerText()).to.match(/^hace 1 minuto, 20 may 22:18Z$/);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('is chosen among the options, and remembered', async () => {
    await page.locator('#language').selectOption('en');
    await page.locator('.notice.late', { hasText: 'Radar is late.' }).waitFor();
    await openSection(page, 'options');
    expect(await page.locator('#language').inputValue()).to.equal('en');
    expect(await page.locator('html').getAttribute('lang')).to.equal('en');
  });
});
