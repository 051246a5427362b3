import { expect } from 'chai';
import { createApiKey, isApiKey } from '../../src/access/api-key.ts';

describe('api/access/api-key', () => {
  it('has the form of decision 1.13, with a checksum', () => {
    const keys = Array.from({ length: 200 }, createApiKey);
    for (const { key, prefix } of keys) {
      expect(key).to.match(/^sev_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}$/);
      expect(prefix).to.equal(key.slice(0, 12));
      expect(isApiKey(key)).to.equal(true);
    }
    expect(new Set(keys.map(({ key }) => key)).size).to.equal(200);
  });

  it('has the CRC-32 of all before it in base 62 as its last six letters', () => {
    // crc32(b'sev_AAAAAAAA_' + b'0' * 26) of Python's zlib is 2555491407, which is 2 48 58 36 3 21 in base 62
    const body = `sev_AAAAAAAA_${'0'.repeat(26)}`;
    expect(isApiKey(`${body}2mwa3L`)).to.equal(true);
  });

  it('is told from a text with one wrong or swapped letter', () => {
    const { key } = createApiKey();
    for (let i = 4; i < key.length; i++) {
      if (key[i] === '_') continue;
      const wrong = key[i] === 'a' ? 'b' : 'a';
      expect(isApiKey(key.slice(0, i) + wrong + key.slice(i + 1)), `letter ${i}`).to.equal(false);
    }
    for (const text of [
      '',
      'sev_nonsense',
      `${key} `,
      key.slice(0, -1),
      `${key}x`,
      key.toLowerCase().replace('sev', 'SEV'),
      `${key}, ${key}`,
    ]) {
      expect(isApiKey(text), text).to.equal(false);
    }
  });
});
