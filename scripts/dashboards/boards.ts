import { buildDashboard, type Board } from './dashboard.ts';
import { servingBoard } from './serving.ts';
import { sourcesBoard } from './sources.ts';

/** The dashboards, by the names of their files. */
export const boards: Record<string, Board> = { 'sources.json': sourcesBoard, 'serving.json': servingBoard };

/** Folder of the files that Grafana reads. */
export const boardsFolder = new URL('../../infra/grafana/dashboards/', import.meta.url);

/** The text of a file. */
export function textOf(board: Board): string {
  return `${JSON.stringify(buildDashboard(board), null, 2)}\n`;
}
