import { isFilledIn } from '@severe/api/testing/filled-in';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  example?: string | number;
}

interface Operation {
  parameters: Parameter[];
  security?: object[];
}

/** Parameters that are valid together only. */
const together = [
  ['point', 'radius'],
  ['lat', 'lon'],
  ['state', 'slug'],
  ['sm_dir', 'sm_kt'],
];

/** The live stream has no end. */
const endless = '/stream';

/**
 * Sends the GET requests that the documentation page fills in, and each again with the example of every other parameter.
 *
 * @param base     address of the API
 * @param isServed whether a path is to be tried
 * @returns the requests that do not succeed, with their status
 */
export async function exampleProblems(base: string, isServed: (path: string) => boolean): Promise<string[]> {
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>;
  };
  const problems: string[] = [];
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || path === endless || !isServed(path) || isPrivate(get)) continue;
    for (const parameters of variantsOf(path, get)) {
      const target = targetOf(path, parameters);
      const { status } = await fetch(base + target);
      if (status !== 200) problems.push(`${status} ${target}`);
    }
  }
  return problems;
}

/** Whether an operation needs a session. */
const isPrivate = ({ security = [] }: Operation): boolean => security.length === 1 && 'session' in security[0];

function variantsOf(path: string, { parameters }: Operation): Parameter[][] {
  const filled = parameters.filter((parameter) => isFilledIn(path, parameter));
  const others = parameters.filter((each) => !filled.includes(each) && each.example !== undefined);
  const withOthers = others.map(({ name }) => {
    const names = together.find((group) => group.includes(name)) ?? [name];
    return [...new Set([...filled, ...parameters.filter((each) => names.includes(each.name))])];
  });
  return [filled, ...withOthers];
}

function targetOf(path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, example } of parameters) {
    const value = String(example);
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return query.size > 0 ? `${target}?${query.toString()}` : target;
}
