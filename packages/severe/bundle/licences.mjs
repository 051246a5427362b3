// The licences of the libraries in the bundle: they ask for their text wherever their code is.
import { readFileSync, readdirSync } from 'node:fs';

const library = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** @param inputs paths of the bundled files below the root */
export function licencesOf(inputs, root) {
  const folders = new Set(inputs.flatMap((path) => library.exec(path) ?? []));
  const parts = [...folders].sort((a, b) => a.localeCompare(b)).map((folder) => licenceOf(`${root}${folder}`));
  return `The bundle contains these libraries.\n\n${[...new Set(parts)].join('\n')}`;
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  return `--- ${name} ${version}: ${license}\n\n${texts.join('\n\n')}\n`;
}
