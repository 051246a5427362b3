const heading = '# Written by npm run kubernetes from infra/helm/severe.\n';

/** Files of plain manifests, one for each template that Helm has rendered, and one for Kustomize that lists them. */
export function manifestsOf(rendered: string): Map<string, string> {
  const documents = new Map<string, string[]>();
  for (const part of rendered.split(/^---\n/m)) {
    const [, name, text] = /^# Source: \S+\/([\w.-]+)\n([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || text.trim() === '') continue;
    documents.set(name, [...(documents.get(name) ?? []), trimmed(text)]);
  }
  const files = [...documents].map(([name, texts]): [string, string] => [name, `${heading}${texts.join('\n---\n')}\n`]);
  const resources = files.map(([name]) => `  - ${name}\n`).toSorted();
  const list = `${heading}apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n${resources.join('')}`;
  return new Map([...files, ['kustomization.yaml', list]]);
}

/** Without spaces at the ends of lines: of the empty lines of a template. */
const trimmed = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
