import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const folder = mkdtempSync(`${tmpdir()}/severe-fuzz-`);

function fuzz(...args: string[]): { status: number | null; output: string } {
  const script = fileURLToPath(new URL('../../scripts/fuzz.ts', import.meta.url));
  const command = ['--conditions=@severe/source', '--import', 'tsx', script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { ...process.env, SEVERE_FUZZ_DIR: folder },
  });
  return { status, output: stdout + stderr };
}

describe('npm run fuzz', () => {
  after(() => rmSync(folder, { recursive: true }));

  it('runs inputs and stores those that reach new code', () => {
    const { status, output } = fuzz('bzip2', '--seconds', '3');
    expect(status, output).to.equal(0);
    expect(output).to.match(/bzip2: [1-9]\d* inputs, 0 did harm/);
    expect(readdirSync(`${folder}/bzip2/corpus`)).not.to.deep.equal([]);
  }).timeout(60_000);

  it('replays an input', () => {
    const file = `${folder}/input`;
    writeFileSync(file, 'GRIB');
    expect(fuzz('grib2', '--replay', file).output).to.contain('refused: no GRIB message in 4 bytes');
  }).timeout(60_000);

  it('lists its decoders', () => {
    const { status, output } = fuzz('jpg');
    expect(status).to.equal(2);
    expect(output).to.match(/^fuzz: jpg; decoders: grib2, .*bzip2/);
  }).timeout(60_000);
});
