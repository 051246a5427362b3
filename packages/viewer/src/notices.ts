import type { Health } from './service.ts';
import { duration } from './times.ts';

/** What must be said above the map, most important first. */
export function noticesOf(health: Health | undefined): { text: string; kind: string }[] {
  if (!health) {
    return [
      { kind: 'away', text: 'The service does not answer. What you see may be old; it is tried again and again.' },
    ];
  }
  const notices: { text: string; kind: string }[] = [];
  if (health.simulated) {
    notices.push({
      kind: 'simulated',
      text: 'Simulated weather: a storm day that never happened. Nothing here is real.',
    });
  }
  const { radar } = health.sources;
  if (radar && (radar.status === 'late' || radar.status === 'stale')) {
    const age = radar.age_seconds === null ? '' : ` The newest picture is ${duration(radar.age_seconds)} old.`;
    notices.push({
      kind: 'late',
      text: `Radar is ${radar.status}.${age} Storms have moved since; no echo does not mean no storm.`,
    });
  }
  return notices;
}

export function showNotices(element: HTMLElement, health: Health | undefined): void {
  const notices = noticesOf(health).map(({ text, kind }) => {
    const notice = document.createElement('div');
    notice.className = `notice ${kind}`;
    notice.textContent = text;
    return notice;
  });
  const before = [...element.children].map((child) => child.textContent).join('\n');
  if (before !== notices.map((notice) => notice.textContent).join('\n')) element.replaceChildren(...notices);
}
