// Alerts and severe-weather risk for a place: node --import tsx packages/client/examples/what-is-coming.ts 35.22,-97.44
import { createClient } from '@severe/client';

const [place = '35.22,-97.44', baseUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const severe = createClient({ baseUrl, remember: 20 });

const { data, error } = await severe.get('/meta/health');
if (error) throw new Error(`the service reports an error: ${error.message}`);
if (data.simulated) console.log('This weather is simulated.');

for await (const { properties } of severe.all('/alerts', { point: place })) {
  console.log(`${properties.severity}: ${properties.event} until ${properties.expires}, ${properties.area_desc}`);
}

const { data: outlook } = await severe.get('/outlooks', { point: place, day: 1 });
const risks = outlook?.features.map(({ properties }) => properties) ?? [];
const [highest] = risks.sort((a, b) => (b.risk_rank ?? 0) - (a.risk_rank ?? 0));
console.log(highest ? `Risk of today: ${highest.risk}` : 'No severe weather is forecast for today.');
