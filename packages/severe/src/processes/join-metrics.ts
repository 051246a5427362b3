interface Group {
  /** The same from every process. */
  head: Set<string>;
  samples: string[];
}

/** Joins metrics in the text format of Prometheus, in which all samples of a metric are one group. Each sample says whose it is. */
export function joinMetrics(texts: readonly string[]): string {
  const groups = new Map<string, Group>();
  for (const text of texts) {
    let group: Group | undefined;
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        group = groups.get(name) ?? { head: new Set(), samples: [] };
        groups.set(name, group);
        group.head.add(line);
      } else if (line !== '') {
        group?.samples.push(line);
      }
    }
  }
  return Array.from(groups.values(), ({ head, samples }) => [...head, ...samples, ''].join('\n')).join('\n');
}
