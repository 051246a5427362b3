import { execFileSync } from 'node:child_process';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { declaration, xml } from '../src/xml.ts';

/** What another reader has: name, attributes, text and elements. */
const reader = `
import json, sys, xml.etree.ElementTree as tree
def read(one):
    return [one.tag, one.attrib, one.text or '', [read(each) for each in one]]
print(json.dumps(read(tree.fromstring(sys.stdin.buffer.read()))))`;

type Read = [name: string, attributes: Record<string, string>, text: string, elements: Read[]];
const readBack = (text: string): Read =>
  JSON.parse(execFileSync('python3', ['-c', reader], { input: declaration + text, encoding: 'utf8' })) as Read;

describe('xml', () => {
  it('writes elements in their order, attributes, lists, and nothing for what is null', () => {
    const written = xml({
      list: { '@kind': 'a', '@none': null, first: 1, second: ['x', { '@y': 2, '#text': 'z' }], third: undefined, fourth: { fifth: '' } }, // prettier-ignore
    });
    expect(written).to.equal('<list kind="a"><first>1</first><second>x</second><second y="2">z</second><fourth><fifth></fifth></fourth></list>'); // prettier-ignore
  });

  it('is read by another reader as it was meant, whatever characters a text has', function () {
    if (!hasTool('python3')) this.skip();
    const marks = `&<>"'&amp;]]> <a b="c"> \r\n\t ÄÖ ⛈ 𐐷 {"x":1}`;
    const illegal = 'a\u0000b\u0008c\u001fd\ufffee\uffff\ud800f';
    const [name, attributes, text, elements] = readBack(xml({ one: { '@at': marks.replace(/\s+/g, ' '), '#text': marks, two: illegal } })); // prettier-ignore
    expect([name, attributes.at, text]).to.deep.equal(['one', marks.replace(/\s+/g, ' '), marks]);
    expect(elements[0][2]).to.equal('a\ufffdb\ufffdc\ufffdd\ufffde\ufffd\ufffdf');
  });
});
