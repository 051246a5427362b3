import { selectList } from '../../table.ts';
import { alertsTable } from '../alerts/table.ts';
import { discussionsTable } from '../discussions/table.ts';
import { outlooksTable } from '../outlooks/table.ts';
import { reportsTable } from '../reports/table.ts';
import { watchesTable } from '../watches/table.ts';

/** Rows of a select as one JSON list. */
export function listOf(select: string): string {
  return `(select coalesce(json_agg(x), '[]') from (${select}) x)`;
}

/** The first row of a select as JSON; null without one. */
export function firstOf(select: string): string {
  return `(select row_to_json(x) from (${select}) x)`;
}

const inForce = `t.simulated = :simulated and t.status = 'active' and t.expires > :at`;

/** Active alerts, newest first. @param where condition on the alias `t` */
export function alertsSql(where: string, limit: number): string {
  return `select ${selectList(alertsTable.columns)} from alerts t where ${inForce} and ${where}
    order by t.sent desc, t.id desc limit ${limit}`;
}

/** Active watches, newest first. */
export function watchesSql(where: string, limit: number): string {
  return `select ${selectList(watchesTable.columns)} from watches t where ${inForce} and ${where}
    order by t.issued desc, t.id desc limit ${limit}`;
}

/** Convective discussions in force, newest first. */
export function discussionsSql(where: string, limit: number): string {
  return `select ${selectList(discussionsTable.columns)} from discussions t
    where t.simulated = :simulated and t.kind = 'convective' and t.expires > :at and ${where}
    order by t.issued desc, t.id desc limit ${limit}`;
}

/**
 * Outlook areas, newest first: of current issuances that have not ended, and of superseded ones the newest that covers
 * now while the current one of the same day and type begins later. If there are more than the limit, those that are valid now stay, then
 * categories, then the soonest days.
 */
export function outlooksSql(subject: 'outlooks' | 'eros', where: string, limit: number): string {
  const same = `simulated = t.simulated and subject = t.subject and day = t.day and type = t.type`;
  return `select ${selectList(outlooksTable.columns)} from (select * from outlook_areas t
    where t.simulated = :simulated and t.subject = '${subject}' and t.valid_to > :at and ${where} and (t.current or (
      t.valid_from <= :at
      and exists (select from outlook_areas where ${same} and current and valid_from > :at)
      and not exists (select from outlook_areas where ${same} and current and valid_from <= :at and valid_to > :at)
      and t.issued = (select max(issued) from outlook_areas where ${same} and not current and valid_from <= :at and valid_to > :at)))
    order by t.valid_from <= :at desc, t.type = 'categorical' desc, t.day, t.issued desc nulls last, t.id desc limit ${limit}) t
    order by t.issued desc nulls last, t.id desc`;
}

/** Reports, newest first, with their position. */
export function reportsSql(where: string, limit: number): string {
  return `select ${selectList(reportsTable.columns)}, ST_Y(t.point) as lat, ST_X(t.point) as lon from reports t
    where t.simulated = :simulated and ${where} order by t.at desc, t.id desc limit ${limit}`;
}
