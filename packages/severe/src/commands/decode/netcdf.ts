import { formatTime } from '@severe/base';
import { surveyNetcdf, type NetcdfCell, type NetcdfVariable } from '@severe/netcdf';
import type { FileReport, MessageReport, PointReport, Question } from './report.ts';

/** NetCDF-4: one entry per variable with two dimensions. */
export async function describeNetcdf(bytes: Uint8Array, question: Question): Promise<FileReport> {
  const { startsAt, variables } = await surveyNetcdf(bytes, { at: question.at, indices: question.indices });
  const time = startsAt && formatTime(startsAt);
  return { format: 'NetCDF-4', messages: variables.map((variable, index) => describe(variable, index, time)) };
}

function describe(variable: NetcdfVariable, index: number, time: string | undefined): MessageReport {
  const { name, units, width, height, gridMapping, type, count, missing, min, max, mean, at, cells, error } = variable;
  const known = width !== undefined && height !== undefined;
  const grid = known ? { template: 'netcdf', width, height, ...(gridMapping && { mapping: gridMapping }) } : undefined;
  const points = [...at.map(pointOf), ...cells.map(pointOf)];
  return { index, error, name, units, time, grid, packing: type, count, missing, min, max, mean, points };
}

function pointOf(cell: NetcdfCell): PointReport {
  return cell.stored === undefined ? { ...cell, outside: true } : cell;
}
