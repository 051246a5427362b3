// `node scripts/release.mjs VERSION`: writes the version of a release into every package and into what names it, ends the part
// **Unreleased** of CHANGELOG.md, commits, and tags the commit.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const run = (command, ...args) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
const fail = (why) => {
  console.error(`release: ${why}`);
  process.exit(2);
};
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) fail('a version is needed, such as 0.3.0');
if (run('git', 'status', '--porcelain') !== '') fail('the working tree has changes');

function change(path, ...changes) {
  const before = readFileSync(path, 'utf8');
  const after = changes.reduce((text, [part, by]) => text.replaceAll(part, by), before);
  if (after === before) fail(`${path} has no version`);
  writeFileSync(path, after);
}

const manifests = ['packages', 'workers'].flatMap((group) =>
  readdirSync(group).map((name) => `${group}/${name}/package.json`),
);
const ofWorkspace = [/("(?:version|severe|@severe\/[\w-]+)": )"\d+\.\d+\.\d+"/g, `$1"${version}"`];
for (const manifest of manifests) change(manifest, ofWorkspace);
change('lerna.json', ofWorkspace);
change('packages/client/python/pyproject.toml', [/^version = ".*"$/gm, `version = "${version}"`]);
change('infra/helm/severe/Chart.yaml', [/^(version|appVersion): .*$/gm, `$1: ${version}`]);
for (const name of ['roles.yaml', 'migrate.yaml'])
  change(`infra/kubernetes/${name}`, [/^( +image: severe):.*$/gm, `$1:${version}`]);
const today = new Date().toISOString().slice(0, 10);
change('CHANGELOG.md', ['## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`]);
run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
run('git', 'commit', '--all', '--message', `Release ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `severe ${version}`);
console.log(`v${version}`);
