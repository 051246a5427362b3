import { readdirSync, readFileSync } from 'node:fs';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { settingsTable } from '@severe/base';
import { expect } from 'chai';
import { allRoles } from 'severe/roles';
import { parse, parseAllDocuments } from 'yaml';
import { manifestsFolder } from '../scripts/kubernetes/chart.ts';

const read = (name: string): string => readFileSync(new URL(name, manifestsFolder), 'utf8');

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}
interface Container {
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { limits: object; requests: object };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
}
interface Pod {
  containers: Container[];
  volumes: { name: string; emptyDir?: { sizeLimit: string } }[];
  terminationGracePeriodSeconds: number;
  securityContext: object;
  automountServiceAccountToken: boolean;
  topologySpreadConstraints: object[];
}
/** As much of every kind as the tests read. */
interface Manifest {
  kind: string;
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  data: Record<string, string>;
  spec: {
    replicas?: number;
    selector: Record<string, string> & { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    ports: { targetPort: string }[];
    podSelector: { matchLabels: Record<string, string> };
    scaleTargetRef: { name: string };
  };
}

const compose = (
  parse(read('../compose.yml'), { merge: true }) as {
    services: Record<string, { image?: string; command: string[]; mem_limit: string; cpus: number }>;
  }
).services;

describe('infra/kubernetes', () => {
  const manifests = readdirSync(manifestsFolder)
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest));
  const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  const deployments = ofKind('Deployment');
  const workloads = [...deployments, ...ofKind('Job')];
  const podOf = ({ spec }: Manifest): Pod => spec.template.spec;
  const deploymentOf = (name: string): Manifest =>
    deployments.find(({ metadata }) => metadata.name === `severe-${name}`)!;
  const ofSevere = workloads.filter((workload) => podOf(workload).containers[0].image.startsWith('severe:'));
  let service: TestService;

  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  it('has a deployment for each role, with the command and the limits of the containers', () => {
    for (const role of allRoles) {
      const [{ args, resources }] = podOf(deploymentOf(role)).containers;
      const { command, mem_limit: memory, cpus } = compose[role];
      expect(args, role).to.deep.equal(command);
      expect(resources.limits, role).to.include({ memory: memory.replace('g', 'Gi'), cpu: String(cpus) });
    }
    expect(deployments).to.have.lengthOf(allRoles.length + 1);
    expect(podOf(deploymentOf('router')).containers[0].image).to.equal(compose.proxy.image);
  });

  it('names settings that exist, and reads secrets from files that are mounted', () => {
    const settings = Object.values(settingsTable) as { env: string; secret?: boolean }[];
    const known = new Map(settings.map(({ env, secret }) => [env, secret === true]));
    for (const workload of ofSevere) {
      const [{ env, volumeMounts }] = podOf(workload).containers;
      expect(env!.length).to.be.above(5);
      for (const { name, value } of env!) {
        const isSecret = known.get(name.replace(/_FILE$/, ''));
        expect(isSecret, name).to.not.equal(undefined);
        if (!name.endsWith('_FILE')) continue;
        expect(isSecret, `${name} can be a file`).to.equal(true);
        const { mountPath, readOnly } = volumeMounts.find((mount) => mount.name === 'secrets')!;
        expect(value).to.equal(`${mountPath}/${name.replace(/_FILE$/, '')}`);
        expect(readOnly).to.equal(true);
      }
    }
  });

  it('probes paths that the service has, on ports that it opens by default', async () => {
    for (const role of allRoles) {
      const [container] = podOf(deploymentOf(role)).containers;
      expect(container.ports, role).to.deep.equal([
        { name: 'http', containerPort: settingsTable.port.default },
        { name: 'ops', containerPort: settingsTable.opsPort.default },
      ]);
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      expect(probes.map((probe) => probe!.httpGet!.path)).to.deep.equal(['/healthz', '/healthz', '/readyz']);
      for (const probe of probes) {
        expect(probe!.httpGet!.port).to.equal('ops');
        expect((await service.opsPort.ask(probe!.httpGet!.path)).status).to.equal(200);
      }
    }
  });

  it('gives no pod more rights than it needs', () => {
    for (const workload of workloads) {
      const { name } = workload.metadata;
      const { securityContext, automountServiceAccountToken, containers, volumes } = podOf(workload);
      expect(securityContext, name).to.deep.include({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(automountServiceAccountToken, name).to.equal(false);
      for (const { securityContext: own, resources, volumeMounts } of containers) {
        expect(own, name).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        for (const each of [resources.limits, resources.requests])
          expect(each, name).to.have.all.keys('cpu', 'memory', 'ephemeral-storage');
        for (const { name: volume } of volumeMounts.filter(({ readOnly }) => readOnly !== true))
          expect(volumes.find((each) => each.name === volume)!.emptyDir?.sizeLimit, `${name} ${volume}`).to.be.a(
            'string',
          );
      }
    }
  });

  it('gives a pod more time to end than the drain, and spreads pods', () => {
    for (const role of allRoles) {
      const { terminationGracePeriodSeconds, containers, topologySpreadConstraints } = podOf(deploymentOf(role));
      const drain = containers[0].env!.find(({ name }) => name === 'DRAIN_SECONDS')!.value;
      expect(terminationGracePeriodSeconds, role).to.be.above(Number(drain) + 30);
      expect(topologySpreadConstraints, role).to.have.lengthOf(2);
    }
  });

  it('selects pods that exist by every service, budget, policy and scaler', () => {
    const selects = (selector: Record<string, string>): boolean =>
      workloads.some(({ spec }) =>
        Object.entries(selector).every(([label, value]) => spec.template.metadata.labels[label] === value),
      );
    for (const { spec } of deployments) expect(selects(spec.selector.matchLabels)).to.equal(true);
    for (const { metadata, spec } of ofKind('Service')) expect(selects(spec.selector), metadata.name).to.equal(true);
    for (const { metadata, spec } of ofKind('PodDisruptionBudget'))
      expect(selects(spec.selector.matchLabels), metadata.name).to.equal(true);
    for (const { metadata, spec } of ofKind('NetworkPolicy'))
      expect(selects(spec.podSelector.matchLabels), metadata.name).to.equal(true);
    const names = deployments.map(({ metadata }) => metadata.name);
    expect(ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name)).to.have.members(names);
    const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name);
    expect(names).to.include.members(scaled);
    for (const deployment of deployments) {
      const { name } = deployment.metadata;
      expect(deployment.spec.replicas === undefined, `${name} is scaled, or has a number`).to.equal(
        scaled.includes(name),
      );
    }
  });

  it('has the router of infra/nginx.conf, with the names of its services', () => {
    const [{ data }] = ofKind('ConfigMap');
    const namespaces = new Set(manifests.map(({ metadata }) => metadata.namespace));
    expect(namespaces).to.deep.equal(new Set(['severe']));
    const headless = ofKind('Service').map(({ metadata }) => metadata.name);
    expect(headless).to.include.members(['severe-api', 'severe-tiles']);
    const expected = read('../nginx.conf')
      .replace(/resolver [\d.:]+/, 'resolver kube-dns.kube-system.svc.cluster.local')
      .replaceAll(/server (api|tiles):8080/g, 'server severe-$1.severe.svc.cluster.local:8080');
    expect(data['nginx.conf'].trim(), 'npm run kubernetes').to.equal(expected.trim());
  });

  it('lists every file for Kustomize', () => {
    const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
    expect([...resources, 'kustomization.yaml']).to.have.members(readdirSync(manifestsFolder));
  });
});
