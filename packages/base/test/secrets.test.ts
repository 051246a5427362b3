import { expect } from 'chai';
import { loadSettings, maskSecrets } from '../src/index.ts';

describe('base/secrets', () => {
  it('masks the password of every address in a text', () => {
    expect(maskSecrets('postgres://me:pw@db/x failed, then redis://:pw@10.0.0.1:6379')).to.equal(
      'postgres://me:…@db/x failed, then redis://:…@10.0.0.1:6379',
    );
  });

  it('leaves an @ in a path as it is', () => {
    const tile = 'http://127.0.0.1:8080/api/v1/radar/tiles/vil/6/14/25@2x.png';
    expect(maskSecrets(tile)).to.equal(tile);
  });

  it('masks the values of secret settings, as a library may print them', () => {
    loadSettings({
      DATABASE_URL: 'postgres://me:tr%40velling-light@db/x',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_ACCESS_KEY: 'a-name-of-eight',
      S3_SECRET_KEY: 'quoted"and\\long',
      SMTP_URL: 'smtp://me:another-secret@mail.example.org',
      SYNOPTIC_TOKEN: '0123456789abcdef',
    });
    const said = [
      'password "tr@velling-light" or "tr%40velling-light"',
      JSON.stringify({ key: 'quoted"and\\long' }),
      'https://api.example.org/?token=0123456789abcdef&x=1',
      '535 rejected another-secret',
    ];
    expect(said.map(maskSecrets)).to.deep.equal([
      'password "…" or "…"',
      '{"key":"…"}',
      'https://api.example.org/?token=…&x=1',
      '535 rejected …',
    ]);
  });

  it('masks what the service makes as a secret, wherever it occurs', () => {
    const key = 'Zx0-'.repeat(10) + '_9a';
    const said = [
      `{"path":"/api/v1/unsubscribe/${key}","status":404}`,
      `{"path":"/API/V1/Unsubscribe//${key}x?a=1"}`,
      `{"target":"/unsubscribe%2F${key.replace('-', '%2D')}"}`,
      `"/reset-password?x=1&token=${key.slice(5)}&y=2"`,
      `severe_session=${key};`,
      `"sev_0aB1cD2e_${'0aB1cD2e'.repeat(4)}"`,
    ];
    expect(said.map(maskSecrets)).to.deep.equal([
      '{"path":"/api/v1/unsubscribe/…","status":404}',
      '{"path":"/API/V1/Unsubscribe//…?a=1"}',
      '{"target":"/unsubscribe%2F…"}',
      '"/reset-password?x=1&token=…&y=2"',
      'severe_session=…;',
      '"…"',
    ]);
  });

  it('leaves names of files and identifiers as they are', () => {
    const said = [
      'OR_ABI-L2-CMIPC-M6C13_G19_s20261391801171_e20261391803556_c20261391804038.nc',
      'MRMS_MergedReflectivityQCComposite_00.50_20260520-221800.grib2.gz',
      'urn:oid:2.49.0.1.840.0.4f9d0f0c0c6e5ab5b3d3d8f1f0d9a7e5c4b3a291.001.1',
      'fedcba98'.repeat(8),
      '/api/v1/radar/tiles/composite-reflectivity/6/14/25.png?ts=202605202218',
    ];
    expect(said.map(maskSecrets)).to.deep.equal(said);
  });

  it('takes time in proportion to the length of a text', () => {
    const time = (length: number): number => {
      const text = 'a:'.repeat(length) + ' http://a:' + 'b'.repeat(length) + 'http://a:b'.repeat(length);
      const before = process.cpuUsage().user;
      maskSecrets(text);
      return process.cpuUsage().user - before;
    };
    time(100);
    expect(time(100_000)).to.be.below(2_000_000);
  });
});
