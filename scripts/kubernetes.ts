// `npm run kubernetes`: writes the manifests of infra/kubernetes from the chart infra/helm/severe. It needs Helm (`HELM` or in PATH).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { chart, helmProgram, manifestsFolder, plainOptions, templated } from './kubernetes/chart.ts';
import { manifestsOf } from './kubernetes/manifests.ts';

const helm = helmProgram();
if (helm === undefined) {
  console.error('Helm is not installed; this installs it:\n    go install helm.sh/helm/v3/cmd/helm@v3.22.0');
  process.exit(2);
}
rmSync(manifestsFolder, { recursive: true, force: true });
mkdirSync(manifestsFolder, { recursive: true });
for (const [name, text] of manifestsOf(templated(helm, chart, plainOptions)))
  writeFileSync(new URL(name, manifestsFolder), text);
