import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { skipFor } from '@severe/testing/skip';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { chart, helmProgram, manifestsFolder, plainOptions, templated } from '../scripts/kubernetes/chart.ts';
import { manifestsOf } from '../scripts/kubernetes/manifests.ts';
import { findProgram } from '../scripts/services/processes.ts';
import { canFollowNames, routerArgs, routerProgram } from '../scripts/support/router.ts';

const caches = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'severe');
const programs = ['bin', 'python/bin'].map((folder) => join(caches, folder));
const found = (name: string): string | undefined =>
  findProgram(name, [...programs, ...(process.env['PATH'] ?? '').split(delimiter)]);

/** Every option at once. */
const everything = [
  'autoscaling.metrics=true',
  'ingress.enabled=true',
  'ingress.tlsSecret=tls',
  'ingress.className=public',
  'router.proxies={10.0.0.0/8,fd00::/8}',
  'router.service.type=LoadBalancer',
  'image.repository=registry.example.org/severe',
  `image.digest=sha256:${'a'.repeat(64)}`,
  'imagePullSecrets[0].name=own',
  'networkPolicy.clients[0].podSelector.matchLabels.app=cdn',
  'priorityClassName=high',
  'nodeSelector.disk=ssd',
  'serviceAccountName=severe',
].flatMap((value) => ['--set', value]);

/** What the linter says and the chart means. */
const meant = [
  'container-image-pull-policy', // tags are not moved
  'container-security-context-user-group-id', // the users of the images
  'deployment-has-host-podantiaffinity', // topologySpreadConstraints
  'pod-probes-identical', // of the router, which has no page of its own
];

describe('the chart infra/helm/severe', function () {
  this.timeout(120_000);
  let helm = '';

  before(function () {
    helm = helmProgram() ?? skipFor(this, 'no helm; .ci/run builds it');
  });

  const render = (...options: string[]): string => templated(helm, chart, options);
  const refused = (...options: string[]): string => {
    try {
      render(...options);
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
    return '';
  };

  it('is one that Helm accepts', () => {
    const said = execFileSync(helm, ['lint', '--strict', chart], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).to.include('0 chart(s) failed');
  });

  it('has manifests as infra/kubernetes says', () => {
    const files = manifestsOf(render(...plainOptions));
    expect([...files.keys()]).to.have.members(readdirSync(manifestsFolder));
    for (const [name, text] of files)
      expect(readFileSync(new URL(name, manifestsFolder), 'utf8'), `${name}: npm run kubernetes`).to.equal(text);
  });

  it('makes what Kubernetes accepts, with every option', function () {
    const validate = found('kubernetes-validate') ?? skipFor(this, 'no kubernetes-validate; .ci/run installs it');
    const folder = mkdtempSync(join(tmpdir(), 'severe-helm-'));
    try {
      for (const [name, options] of Object.entries({ plain: [], everything })) {
        const file = join(folder, `${name}.yaml`);
        writeFileSync(file, render(...options));
        for (const version of ['1.28', '1.31', '1.36']) {
          const { status, stdout, stderr } = spawnSync(validate, ['-k', version, '--strict', file], {
            encoding: 'utf8',
          });
          expect(status, `${name} on ${version}: ${stdout}${stderr}`).to.equal(0);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has nothing that a linter of policies finds, beside what is meant', function () {
    const score = found('kube-score') ?? skipFor(this, 'no kube-score; .ci/run builds it');
    const args = ['score', '-', '--kubernetes-version', 'v1.31', '--output-format', 'ci'];
    const { stdout } = spawnSync(score, [...args, ...meant.flatMap((test) => ['--ignore-test', test])], {
      input: render(),
      encoding: 'utf8',
    });
    expect(stdout).to.include('[OK]');
    expect(stdout.split('\n').filter((line) => /^\[(?:WARNING|CRITICAL)/.test(line))).to.deep.equal([]);
  });

  it('has a router that nginx accepts, also behind proxies', function () {
    if (!canFollowNames()) skipFor(this, 'no nginx of version 1.27.3; .ci/build-nginx makes one');
    const folder = mkdtempSync(join(tmpdir(), 'severe-helm-'));
    try {
      const { stderr: made } = spawnSync(routerProgram()!, ['-V'], { encoding: 'utf8' });
      const behindProxies = made.includes('http_realip_module')
        ? [['--set', 'router.proxies={10.0.0.0/8,fd00::/8}']]
        : [];
      for (const options of [[], ...behindProxies]) {
        const rendered = render('--set', 'router.resolver=127.0.0.1', ...options);
        const map = parseAllDocuments(rendered)
          .map((document) => document.toJS() as { kind: string; data: Record<string, string> })
          .find(({ kind }) => kind === 'ConfigMap')!;
        const config = map.data['nginx.conf'];
        expect(/^ {2}set_real_ip_from fd00::\/8;$/m.test(config)).to.equal(options.length > 0);
        const own = config.replaceAll(/\/(?:tmp|var\/cache\/nginx|dev)\//g, `${folder}/`);
        writeFileSync(join(folder, 'nginx.conf'), own);
        const { status, stderr } = spawnSync(routerProgram()!, ['-t', ...routerArgs(folder)], { encoding: 'utf8' });
        expect(status, stderr).to.equal(0);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses values that it does not know', () => {
    expect(refused('--set', 'role.api.replicas=3')).to.include('role');
    expect(refused('--set-string', 'settings.PORT=80')).to.include('PORT');
    expect(refused('--set', 'roles.api.args=everything')).to.include('args');
  });

  it('ends a pod after the drain of its role', () => {
    const graces = parseAllDocuments(render('--set-string', 'roles.api.settings.DRAIN_SECONDS=2.5'))
      .map((document) => document.toJS() as { kind: string; metadata: { name: string }; spec: any })
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.terminationGracePeriodSeconds as number]);
    expect(Object.fromEntries(graces)).to.include({ 'severe-api': 38, 'severe-tiles': 50 });
  });

  it('gives an account to whatever opens the object store', () => {
    const accounts = parseAllDocuments(render('--set', 'serviceAccountName=storm'))
      .map((document) => document.toJS() as { kind: string; metadata: { name: string }; spec: any })
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.serviceAccountName as string | undefined]);
    const { 'severe-router': ofRouter, ...others } = Object.fromEntries(accounts);
    expect(ofRouter).to.equal(undefined);
    expect(Object.keys(others)).to.have.length(6);
    expect(new Set(Object.values(others))).to.deep.equal(new Set(['storm']));
  });

  it('scales by metrics that the adapter of Prometheus makes', () => {
    const adapter = parse(readFileSync(new URL('../prometheus/adapter.yml', manifestsFolder), 'utf8')) as {
      rules: Record<'custom' | 'external', { name: { as: string } }[]>;
    };
    const scaled = parseAllDocuments(render('--set', 'autoscaling.metrics=true'))
      .map((document) => document.toJS() as { kind: string; spec: { metrics: any[] } })
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap(({ spec }) => spec.metrics);
    const namesOf = (type: string, part: string): Set<string> =>
      new Set(scaled.filter((metric) => metric.type === type).map((metric) => metric[part].metric.name as string));
    const made = (of: 'custom' | 'external'): Set<string> => new Set(adapter.rules[of].map(({ name }) => name.as));
    expect(namesOf('Pods', 'pods')).to.deep.equal(made('custom'));
    expect(namesOf('External', 'external')).to.deep.equal(made('external'));
    expect(scaled.filter(({ type }) => type === 'Resource')).to.have.lengthOf(4);
  });
});
