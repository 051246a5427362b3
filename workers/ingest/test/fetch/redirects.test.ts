import { DataError } from '@severe/base';
import { expect } from 'chai';
import { providerAddresses } from '../../src/fetch/provider-address.ts';
import { redirectTarget } from '../../src/fetch/redirects.ts';

const feed = new URL('https://weather.uwyo.edu/wsgi/sounding?id=OUN');
const target = (location: string, first = feed): string =>
  redirectTarget(first, first, location, providerAddresses({})).href;

describe('fetch/redirects', () => {
  it('allows https to the same host or a known new host', () => {
    expect(target('/other')).to.equal('https://weather.uwyo.edu/other');
    expect(target('?id=TOP')).to.equal('https://weather.uwyo.edu/wsgi/sounding?id=TOP');
    expect(target('https://weather.arcc.uwyo.edu/x')).to.equal('https://weather.arcc.uwyo.edu/x');
  });

  it('refuses every other target and names it', () => {
    const refused: [location: string, needed: string][] = [
      ['http://weather.uwyo.edu/', 'https'],
      ['ftp://weather.uwyo.edu/', 'https'],
      ['https://weather.uwyo.edu:8443/', 'weather.uwyo.edu or weather.arcc.uwyo.edu'],
      ['https://evil.example/', 'weather.uwyo.edu or weather.arcc.uwyo.edu'],
      ['https://weather.uwyo.edu.evil.example/', 'weather.uwyo.edu or weather.arcc.uwyo.edu'],
      ['https://user@weather.uwyo.edu/', 'a URL without credentials'],
      ['https://', 'a URL'],
      ['https://localhost/', 'weather.uwyo.edu or weather.arcc.uwyo.edu'],
      ['https://127.0.0.1/', 'the name of a host'],
      ['https://2130706433/', 'the name of a host'],
      ['https://0x7f.1/', 'the name of a host'],
      ['https://[::1]/', 'the name of a host'],
      ['https://[::ffff:10.0.0.1]/', 'the name of a host'],
      ['//10.0.0.1/', 'the name of a host'],
      ['https://169.254.169.254/latest/meta-data/', 'the name of a host'],
    ];
    for (const [location, needed] of refused) {
      expect(() => target(location), location)
        .to.throw(DataError, `weather.uwyo.edu redirects to ${JSON.stringify(location)}, expected ${needed}`)
        .with.property('code', 'redirect');
    }
  });

  it('refuses an address even if the feed uses one', () => {
    expect(() => target('/other', new URL('https://127.0.0.1/'))).to.throw(DataError, 'expected the name of a host');
  });

  it('allows no move back, and none of another host', () => {
    const arcc = new URL('https://weather.arcc.uwyo.edu/');
    expect(() => target('https://weather.uwyo.edu/', arcc)).to.throw(DataError, 'expected weather.arcc.uwyo.edu');
    const nws = new URL('https://api.weather.gov/');
    expect(() => target('https://weather.arcc.uwyo.edu/', nws)).to.throw(DataError, 'expected api.weather.gov');
  });
});
