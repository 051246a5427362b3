import { expect } from 'chai';
import { originForm } from '@severe/http';

describe('http/request-target', () => {
  it('does not change a path, encoded or not', () => {
    for (const path of ['/', '//', '/a?b=c', '/%00', '/http://a/b', '/?']) expect(originForm(path)).to.equal(path);
  });

  it('removes scheme, host and fragment', () => {
    expect(originForm('http://wx.example.org:8080/a?b=c')).to.equal('/a?b=c');
    expect(originForm('HTTPS://wx.example.org/')).to.equal('/');
    expect(originForm('http://[::1/a')).to.equal('/a'); // the host is nobody's concern
    expect(originForm('/a?b=c#d?e')).to.equal('/a?b=c');
  });

  it('finds no path where there is none', () => {
    for (const none of ['', '*', 'http://', 'http:///', 'http://a', 'a/b', 'ftp://a/b']) {
      expect(originForm(none), none).to.equal(undefined);
    }
  });
});
