import { expect } from 'chai';
import { parseBasinOutlook, riskOf } from '../../../src/feeds/tropical/parse-outlook.ts';
import { refusalOf } from '../../support/refusal.ts';

const item = (text: string, title = 'Atlantic Tropical Weather Outlook', pubDate = 'Tue, 18 Aug 2026 11:40:00 GMT') =>
  `<item><title>${title}</title><pubDate>${pubDate}</pubDate><description><![CDATA[${text}]]></description></item>`;
const rss = (...items: string[]) => `<?xml version="1.0"?><rss version="2.0"><channel><title>NHC</title>${items.join('')}</channel></rss>`; // prettier-ignore
const read = (text: string) => parseBasinOutlook(rss(item(text)))!;
const soon = (risk = 'low', percent = '20') =>
  `* Formation chance through 48 hours...${risk}...${percent} percent.<br/>`;
const later = (risk = 'medium', percent = '60') => `* Formation chance through 7 days...${risk}...${percent} percent.<br/>`; // prettier-ignore

describe('tropical/parse-outlook', () => {
  it('reads every field of a disturbance', () => {
    expect(read(`Words.<br/>Central Atlantic (AL96):<br/>A  wave.&nbsp;<br/>${soon()}${later()}<br/>Forecaster`)).to.deep.equal({
      basin: 'al',
      issuedAt: new Date('2026-08-18T11:40Z'),
      headline: 'One area may become a tropical cyclone within seven days; the highest chance is 60 percent.',
      areas: [
        {
          basin: 'al',
          area: 1,
          probability2day: 20,
          probability7day: 60,
          risk2day: 'Low',
          risk7day: 'Medium',
          issuedAt: new Date('2026-08-18T11:40Z'),
          text: 'Central Atlantic (AL96):\nA  wave.\n* Formation chance through 48 hours...low...20 percent.\n* Formation chance through 7 days...medium...60 percent.',
        },
      ],
    }); // prettier-ignore
  });

  it('knows the basin by the title', () => {
    const basin = (title: string) => parseBasinOutlook(rss(item('A low.', title)))?.basin;
    expect(['Atlantic Outlook', 'Eastern Pacific Outlook', 'Eastern North Pacific Outlook', 'CENTRAL PACIFIC OUTLOOK', 'Central North Pacific outlook'].map(basin)).to.deep.equal(['al', 'ep', 'ep', 'cp', 'cp']); // prettier-ignore
    expect(refusalOf(() => basin('Indian Outlook'))).to.equal('field: expected a basin and a time, got "Indian Outlook" "Tue, 18 Aug 2026 11:40:00 GMT"'); // prettier-ignore
    expect(refusalOf(() => parseBasinOutlook(rss(item('A low.', 'Atlantic Outlook', 'soon'))))).to.equal('field: expected a basin and a time, got "Atlantic Outlook" "soon"'); // prettier-ignore
  });

  it('takes the item with the longest text among the outlooks with a time', () => {
    const long = 'A very long text about the centre.';
    const items = [item('A.'), item('A low.'), item('A b.'), item(long, 'About the centre'), item(long, undefined, ''), '<item/>']; // prettier-ignore
    expect(parseBasinOutlook(rss(...items))?.headline).to.equal('A low.');
    expect(parseBasinOutlook(rss(...items.toReversed()))?.headline).to.equal('A low.');
    expect(parseBasinOutlook(rss(item(long, 'About the centre')))).to.equal(undefined);
    const bare = item('').replace(/<description>.*<\/description>/, '');
    expect(parseBasinOutlook(rss(bare, item('A low.'), bare))?.headline).to.equal('A low.');
    expect(refusalOf(() => parseBasinOutlook(rss(bare)))).to.equal('field: expected description as text, got nothing');
  });

  it('refuses what is no RSS file', () => {
    expect(refusalOf(() => parseBasinOutlook('<a><b></a>'))).to.equal('xml: expected an RSS file');
    expect(refusalOf(() => parseBasinOutlook('<feed></feed>'))).to.equal('xml: expected an RSS file');
    expect(refusalOf(() => parseBasinOutlook('<html>'))).to.match(/^html:/);
    expect(refusalOf(() => parseBasinOutlook('<rss><title>x</title></rss>'))).to.equal('shape: expected a channel as an object, got nothing'); // prettier-ignore
    expect(() => parseBasinOutlook('<a><b></a>'))
      .to.throw()
      .with.property('cause')
      .that.is.an('error');
  });

  it('reads chances of older and newer forms', () => {
    const chances = (text: string) => {
      const { areas } = read(`Gulf:<br/>${text}`);
      return areas.map(({ probability2day, risk2day, probability7day, risk7day }) => [probability2day, risk2day, probability7day, risk7day]); // prettier-ignore
    };
    const older = (text: string) => text.replace('48 hours', '2 days').replace('7 days', '5 days');
    expect(chances(older(soon() + later()))).to.deep.equal([[20, 'Low', 60, 'Medium']]);
    expect(chances(soon('HIGH', 'near 100') + later('HIGH', 'near<br/>100'))).to.deep.equal([[100, 'High', 100, 'High']]); // prettier-ignore
    expect(chances((soon() + later()).toUpperCase())).to.deep.equal([[20, 'Low', 60, 'Medium']]);
    expect(chances((soon() + later()).replaceAll(' ', '  ').replaceAll('...', '... '))).to.deep.equal([[20, 'Low', 60, 'Medium']]); // prettier-ignore
    expect(chances(later())).to.deep.equal([[null, null, 60, 'Medium']]);
    expect(chances('* Formation chance through 7 days is unknown, no percent.')).to.deep.equal([[null, null, null, null]]); // prettier-ignore
    expect(chances(later().replace('7 days', '3 days'))).to.deep.equal([]);
  });

  it('begins an area at its last heading', () => {
    const parts = read(`Active Systems:<br/>None.<br/>Gulf:<br/>A low.<br/>${soon()}${later()}East  of it:  <br/>* Not a heading:<br/>Two.<br/>${soon()}${later()}`); // prettier-ignore
    expect(parts.areas.map(({ area, text }) => [area, text.split('\n')[0]])).to.deep.equal([[1, 'Gulf:'], [2, 'East  of it:']]); // prettier-ignore
    expect(read(`A low.<br/>${soon()}${later()}`).areas[0].text).to.match(/^A low\./);
    expect(read(`Gulf: a low.<br/> Bay:<br/>${soon()}${later()}`).areas[0].text).to.match(/^Gulf: a low\./);
  });

  it('counts areas and the highest chance in the headline', () => {
    const areas = [later('low', '20'), later('high', '80'), later('low', '10')];
    expect(read(areas.map((chance) => `Gulf:<br/>${chance}`).join('')).headline).to.equal('3 areas may become a tropical cyclone within seven days; the highest chance is 80 percent.'); // prettier-ignore
    expect(read('* Formation chance through 7 days is unknown, no percent.').headline).to.match(/is 0 percent\.$/);
  });

  it('has the statement of a quiet outlook, or its first sentence, as headline', () => {
    const headline = (text: string) => read(text).headline;
    expect(headline('For the Atlantic:<br/>A wave. There, tropical<br/>cyclone<br/>formation<br/>is<br/>not<br/>expected during the next<br/>7 days. More.')).to.equal('Tropical cyclone formation is not expected during the next 7 days.'); // prettier-ignore
    expect(headline('A low. TROPICAL CYCLONE FORMATION  IS NOT EXPECTED.')).to.equal('TROPICAL CYCLONE FORMATION IS NOT EXPECTED.'); // prettier-ignore
    expect(headline('000<br/>For the Atlantic...Gulf:<br/><br/>a  wave of 1.5 m<br/>is near. More.')).to.equal('A wave of 1.5 m is near.'); // prettier-ignore
    expect(headline(`Word ${'x'.repeat(300)}`)).to.equal(`Word ${'x'.repeat(195)}`);
    expect(headline(`Word${' x'.repeat(150)}.`)).to.equal(`Word${' x'.repeat(98)}`);
    expect(headline('Words without an end')).to.equal('Words without an end');
  });

  it('removes tags and control characters', () => {
    const [{ text }] = read(`<b>Gulf:</b><BR>A\u0001 low.<br /><a href="x">Here</a>.<br/>${later()}`).areas;
    expect(text.split('\n').slice(0, 3)).to.deep.equal(['Gulf:', 'A low.', 'Here.']);
  });

  it('writes a risk with a capital', () => {
    expect(['LOW', 'medium', 'h', ''].map((word) => riskOf(word, 'risk'))).to.deep.equal(['Low', 'Medium', 'H', '']);
  });
});
