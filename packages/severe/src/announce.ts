import type { Settings } from '@severe/base';
import type { Service } from './service.ts';

/** The text printed after the start: the address, then the state of the data. */
export function announce(service: Service, settings: Settings): string {
  const lines = [`severe is at ${service.url}`, ''];
  if (service.simulated) {
    lines.push('  This weather is SIMULATED: a storm day that never happened.');
    lines.push('  The real one: npm start -- --live');
  }
  if (!settings.databaseUrl) {
    lines.push(
      `  Data is kept in ${settings.dataDir} by an embedded database: good for a look, for demonstrations and`,
    );
    lines.push('  tests. Data that matters belongs in PostgreSQL (DATABASE_URL).');
  }
  lines.push(`  Health and metrics for operators: ${service.opsUrl}`, '');
  return `${lines.join('\n')}\n`;
}
