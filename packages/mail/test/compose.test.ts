import { expect } from 'chai';
import { composeMail } from '@severe/mail';

const content = {
  subject: 'A & B',
  paragraphs: [
    'Hail <2 in> at "Norman" and a sentence that is so long that it does not fit into one line of plain text.',
  ],
  action: { label: 'Open', url: 'https://wx.example.org/a?token=x&y=1' },
  notes: ['Small print.'],
};

describe('mail/compose', () => {
  it('writes plain text with short lines and the whole address', () => {
    const { text } = composeMail(content);
    expect(text.split('\n').every((line) => line.length <= 76)).to.equal(true);
    expect(text).to.include('Open:\nhttps://wx.example.org/a?token=x&y=1\n\nSmall print.\n');
    expect(text).to.include('Hail <2 in> at "Norman"');
  });

  it('writes HTML without pictures, with all text escaped', () => {
    const { html } = composeMail(content);
    expect(html).to.include('Hail &lt;2 in&gt; at &quot;Norman&quot;').and.include('<title>A &amp; B</title>');
    expect(html).to.include('href="https://wx.example.org/a?token=x&amp;y=1"');
    expect(html).to.not.match(/<img|<script|url\(|<link/);
  });

  it('needs no link', () => {
    const { text, html } = composeMail({ subject: 'x', paragraphs: ['y'] });
    expect(text).to.equal('y\n');
    expect(html).to.not.include('<a ');
  });
});
