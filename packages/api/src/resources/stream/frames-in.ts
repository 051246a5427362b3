import { frameFamilies, type FrameName } from '@severe/catalogue';
import type { StreamEvent } from '@severe/db';

const families = new Set<string>(frameFamilies);

/** The frames that events report. Times have whole seconds, as events have them. */
export function framesIn(events: readonly StreamEvent[]): FrameName[] {
  return events.filter(({ source }) => families.has(source)).map(frameOf);
}

function frameOf({ source, data }: StreamEvent): FrameName {
  const { product, site, run, time } = JSON.parse(data) as Partial<Record<string, string>>;
  return {
    family: source as FrameName['family'],
    product: (product ?? site)!,
    runAt: run ? new Date(run) : null,
    validAt: new Date(time!),
  };
}
