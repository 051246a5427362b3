import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'severe', 'npm');

/** A file of a package as `https://unpkg.com/NAME@VERSION/PATH` has it, from the registry of npm; undefined if that cannot be reached. */
export function fileOfPackage(url: string): Buffer | undefined {
  const [, spec, path] = /^https:\/\/unpkg\.com\/((?:@[\w.-]+\/)?[\w.-]+@[\w.-]+)\/([^?]+)/.exec(url) ?? [];
  if (spec === undefined) throw new Error(`${url} does not name a version and a file`);
  const folder = join(cache, spec.replaceAll('/', '+'));
  if (!existsSync(folder) && !unpack(spec, folder)) return undefined;
  return readFileSync(join(folder, 'package', path));
}

function unpack(spec: string, folder: string): boolean {
  mkdirSync(cache, { recursive: true });
  const arriving = mkdtempSync(join(cache, 'arriving-'));
  try {
    const args = ['pack', spec, '--silent', '--pack-destination', arriving];
    const archive = execFileSync('npm', args, { encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', archive], { cwd: arriving });
  } catch {
    return false;
  }
  renameSync(arriving, folder);
  return true;
}
