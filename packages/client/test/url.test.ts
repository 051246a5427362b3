import { expect } from 'chai';
import { templateOf, urlOf } from '../src/url.ts';

describe('client/url', () => {
  const base = 'https://wx.example.org/';

  it('puts path parameters into the path, and the others into the query', () => {
    const tile = { product: 'vil', z: 6, x: 15, y: 24, ts: '202605202218', palette: undefined };
    expect(urlOf(base, '/radar/tiles/{product}/{z}/{x}/{y}@2x.png', tile)).to.equal(
      'https://wx.example.org/api/v1/radar/tiles/vil/6/15/24@2x.png?ts=202605202218',
    );
    expect(urlOf('', '/', {})).to.equal('/api/v1/');
  });

  it('does not encode the tile placeholders of a template', () => {
    const path = '/radar/tiles/{product}/{z}/{x}/{y}.png';
    expect(templateOf('', path, { product: 'vil', ts: '202605202218', palette: undefined })).to.equal(
      '/api/v1/radar/tiles/vil/{z}/{x}/{y}.png?ts=202605202218',
    );
    expect(() => templateOf('', path, {})).to.throw(TypeError, 'needs product');
  });

  it('encodes parameters', () => {
    expect(urlOf(base, '/afd/{office}', { office: 'a/b?', event: 'a&b=c d' })).to.equal(
      'https://wx.example.org/api/v1/afd/a%2Fb%3F?event=a%26b%3Dc+d',
    );
  });

  it('refuses parameters that would lead to another path', () => {
    expect(() => urlOf(base, '/alerts/{alert_id}', {})).to.throw(TypeError, '/alerts/{alert_id} needs alert_id');
    for (const site of ['.', '..']) {
      expect(() => urlOf(base, '/nexrad/{site}/frames', { site }), site).to.throw(TypeError, 'another path');
    }
  });
});
