import type { Settings } from '@severe/base';
import type { Service } from './service.ts';

/** Text printed after the start: the address, then the kind of data and where it is stored. */
export function announce(service: Service, settings: Settings): string {
  const lines = [`severe is at ${service.url}`, ''];
  if (service.simulated) {
    lines.push('  This weather is SIMULATED: a storm day that never happened.');
    lines.push('  Real weather: npm start -- --live');
  }
  if (!settings.databaseUrl) {
    lines.push(
      `  The embedded database stores data in ${settings.dataDir}. It is suitable for demonstrations and tests.`,
    );
    lines.push('  Use PostgreSQL in production (DATABASE_URL).');
  }
  lines.push(`  Health and metrics for operators: ${service.opsUrl}`, '');
  return `${lines.join('\n')}\n`;
}
