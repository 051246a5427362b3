import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../services/processes.ts';

export const chart = fileURLToPath(new URL('../../infra/helm/severe', import.meta.url));
/** Of the manifests that are written from the chart. */
export const manifestsFolder = new URL('../../infra/kubernetes/', import.meta.url);

/** Without Helm the migration is a job as any other. */
export const plainOptions = ['--set', 'migrate.hook=false'];

const built = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'severe/bin');

/** Helm as `HELM` names it, as `.ci/run` has built it, or the installed one. */
export const helmProgram = (): string | undefined =>
  process.env['HELM'] || findProgram('helm', [built, ...(process.env['PATH'] ?? '').split(delimiter)]);

/** What Helm makes of a chart as the release `severe` in the namespace `severe`. @throws {Error} with what Helm says */
export function templated(helm: string, path: string, options: readonly string[] = []): string {
  // A Helm built without the flags of its release believes in Kubernetes 1.20.
  const args = ['template', 'severe', path, '--namespace', 'severe', '--kube-version', '1.31', ...options];
  return execFileSync(helm, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 24 });
}
