// `npm run dashboards`: writes the dashboards of Grafana to infra/grafana/dashboards.
import { writeFileSync } from 'node:fs';
import { boards, boardsFolder, textOf } from './dashboards/boards.ts';

for (const [name, board] of Object.entries(boards)) writeFileSync(new URL(name, boardsFolder), textOf(board));
