import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const folder = mkdtempSync(`${tmpdir()}/severe-fuzz-`);

function fuzz(...args: string[]): { status: number | null; told: string } {
  const script = fileURLToPath(new URL('../../scripts/fuzz.ts', import.meta.url));
  const command = ['--conditions=@severe/source', '--import', 'tsx', script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, SEVERE_FUZZ_DIR: folder },
  });
  return { status, told: stdout + stderr };
}

describe('npm run fuzz', () => {
  after(() => rmSync(folder, { recursive: true }));

  it('tries inputs, and keeps those that reach new code', () => {
    const { status, told } = fuzz('bzip2', '--seconds', '3');
    expect(status, told).to.equal(0);
    expect(told).to.match(/bzip2: [1-9]\d* inputs, 0 did harm/);
    expect(readdirSync(`${folder}/bzip2/corpus`)).not.to.deep.equal([]);
  }).timeout(60_000);

  it('reads an input again', () => {
    const file = `${folder}/input`;
    writeFileSync(file, 'GRIB');
    expect(fuzz('grib2', '--replay', file).told).to.contain('refused: no GRIB message in 4 bytes');
  }).timeout(60_000);

  it('tells which decoders it knows', () => {
    const { status, told } = fuzz('jpg');
    expect(status).to.equal(2);
    expect(told).to.match(/^fuzz: jpg; known are grib2, .*bzip2/);
  }).timeout(60_000);
});
