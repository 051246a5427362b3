import { simulatedNotice, type Settings } from '@severe/base';
import type { Replay } from '@severe/ingest';
import { isAnywhere } from './own-addresses.ts';
import type { Ready } from './processes/child.ts';

/** Text printed after the start: the address, then the kind of data and where it is stored. */
export function announce(service: Ready, settings: Settings, replay?: Replay): string {
  const lines = [`severe is at ${service.url}`, ''];
  if (replay) {
    const { from, to, speed } = replay.clock;
    lines.push(`  This is a REPLAY of ${from.toISOString()} to ${to.toISOString()} at ${speed} times the speed.`);
  }
  if (service.simulated) {
    lines.push(`  ${simulatedNotice}`);
    if (!replay) lines.push('  Real weather: npm start -- --live');
  }
  if (isAnywhere(settings))
    lines.push(
      `  It listens on all addresses, and mails name ${service.url}: set PUBLIC_URL to the one that others use.`,
    );
  if (!service.simulated && !settings.contact)
    lines.push('  Providers ask for a contact: set CONTACT to your e-mail address or URL.');
  if (!settings.databaseUrl && !replay) {
    lines.push(
      `  The embedded database stores data in ${settings.dataDir}. It is suitable for demonstrations and tests.`,
    );
    lines.push('  Use PostgreSQL in production (DATABASE_URL).');
  }
  lines.push(`  Health and metrics for operators: ${service.opsUrl}`, '');
  return `${lines.join('\n')}\n`;
}
