import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../services/processes.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const releases = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'severe/releases');

/** A release that has been built. */
export interface Release {
  /** `v0.3.0` */
  tag: string;
  /** Its command `severe`. */
  command: string;
}

/** The newest release that this clone has a tag of; undefined if it has none. Built once, outside of the clone. */
export function lastRelease(): Release | undefined {
  const tags = spawnSync('git', ['tag', '--list', 'v[0-9]*', '--sort=-version:refname'], { cwd: checkout, encoding: 'utf8' }); // prettier-ignore
  const [tag] = (tags.stdout ?? '').trim().split('\n');
  if (!tag) return undefined;
  const folder = join(releases, tag);
  if (!existsSync(join(folder, 'is-built'))) build(tag, folder);
  return { tag, command: join(folder, 'packages/severe/bin/severe.js') };
}

function build(tag: string, folder: string): void {
  console.log(`    building ${tag} in ${folder}, which takes some minutes`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'source.tar');
  runProgram('git', ['-C', checkout, 'archive', '--format=tar', `--output=${archive}`, tag]);
  runProgram('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  // Its script `prepare` builds.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }); // prettier-ignore
  if (status !== 0) throw new Error(`npm ci of ${tag} in ${folder} failed`);
  writeFileSync(join(folder, 'is-built'), '');
}
