import { expect } from 'chai';
import * as fc from 'fast-check';
import { compileMatch } from '../src/bare/match.ts';

describe('http/match', () => {
  const paths = [
    '/',
    '/a',
    '/a/{id}',
    '/a/changes',
    '/t/{p}.json',
    '/t/{p}/{z}/{x}/{y}.png',
    '/t/{p}/{z}/{x}/{y}@2x.png',
  ];
  const match = compileMatch(paths.map((path) => [path, path] as const));

  it('finds the path and its parameters', () => {
    expect(match('/t/vil/6/15/24.png')).to.deep.equal({ value: paths[5], texts: ['vil', '6', '15', '24'] });
    expect(match('/a/17')).to.deep.equal({ value: '/a/{id}', texts: ['17'] });
  });

  it('prefers fixed text, then the parameter with more fixed text', () => {
    expect(match('/a/changes')?.value).to.equal('/a/changes');
    expect(match('/t/vil/6/15/24@2x.png')?.value).to.equal(paths[6]);
  });

  it('backtracks if fixed text leads to no entry', () => {
    const match = compileMatch([
      ['/a/b/c', 1],
      ['/{x}/b/d', 2],
    ]);
    expect(match('/a/b/d')).to.deep.equal({ value: 2, texts: ['a'] });
  });

  it('matches the root with or without a slash, and no other path with an extra slash', () => {
    expect(match('')?.value).to.equal('/');
    expect(match('/')?.value).to.equal('/');
    for (const none of ['/a/', '//a', '/A', '/t/.json', '/t/vil/6/15/.png', '/t/vil/6/15/24.jpg', 'a', '/%61']) {
      expect(match(none), none).to.equal(undefined);
    }
  });

  it('refuses invalid braces', () => {
    expect(() => compileMatch([['/a/{x}{y}', 1]])).to.throw('invalid segment');
  });

  it('agrees with a regular expression on any path', () => {
    const form = /^\/t\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.png$/;
    const part = fc.constantFrom('t', 'vil', '6', '', '24.png', '.png', '24@2x.png', 'a', '..');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
        const path = `/${parts.join('/')}`;
        const found = match(path);
        const plain = found?.value === paths[5] || found?.value === paths[6];
        expect(plain, path).to.equal(form.test(path));
      }),
    );
  });
});
