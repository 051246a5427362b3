import { selectList } from '../../table.ts';
import { discussionsTable } from '../discussions/table.ts';
import { reportsTable } from '../reports/table.ts';
import { watchesTable } from '../watches/table.ts';
import { watchCovers, watchCoversCounty } from '../watches/watch-covers.ts';
import { alertsSql, discussionsSql, firstOf, listOf, outlooksSql, watchesSql } from './parts.ts';
import { reach } from './reach.ts';

/** Reports of a storm begin this long before its first message. */
const beforeIssue = `interval '30 minutes'`;
/** Reports of one storm. */
const mostReports = 200;

/** Valid when the alert `a` was; the one that covers most of its polygon first. */
const valid = `t.simulated = :simulated and t.issued <= a."validAt" and t.expires > a."validAt"`;
const overlaps = (column: string) => `ST_Intersects(${column}, a.polygon)`;
const mostFirst =
  'order by ST_Area(ST_Intersection(t.shape, a.polygon)) desc nulls last, t.issued desc, t.id desc limit 1';

/**
 * What surrounds an alert. For an alert in force, watch and discussion are in force too; for an ended one they are those
 * that were valid when it expired.
 */
export const alertSql = `
with a as (
  select polygon, least(:at, expires - interval '1 second') as "validAt", expires as "endsAt",
    expires > :at and status = 'active' as active,
    coalesce((select min(sent) from alert_versions where alert_id = alerts.id), sent) as "firstSent"
  from alerts where simulated = :simulated and id = :id)
select
  ${firstOf(`select ${selectList(watchesTable.columns)} from watches t
    where ${valid} and ${watchCovers(overlaps)} and (t.status = 'active' or not a.active) ${mostFirst}`)} as watch,
  ${firstOf(`select ${selectList(discussionsTable.columns)} from discussions t
    where t.kind = 'convective' and ${valid} and ${overlaps('t.shape')} ${mostFirst}`)} as discussion,
  ${listOf(`select ${selectList(reportsTable.columns)} from reports t
    where t.simulated = :simulated and ST_Intersects(t.point, a.polygon)
      and t.at >= a."firstSent" - ${beforeIssue} and t.at <= a."endsAt"
    order by t.at desc, t.id desc limit ${mostReports}`)} as reports
from a`;

const intersects = (column: string) => `ST_Intersects(${column}, (select shape from county))`;

/**
 * What surrounds a county. Alerts without a polygon are matched by their list of counties, watches too if they have one. `:fips`
 * are the codes by which they name it.
 */
export const countySql = `
with county as materialized (select shape from zones where ugc = :ugc and kind = 'county')
select
  ${listOf(
    alertsSql(`(${intersects('t.polygon')} or (t.polygon is null and t.fips && cast(:fips as text[])))`, reach.records),
  )} as alerts,
  ${listOf(watchesSql(watchCoversCounty('(select shape from county)'), reach.records))} as watches,
  ${listOf(discussionsSql(intersects('t.shape'), reach.records))} as discussions,
  ${listOf(outlooksSql('outlooks', `t.day = 1 and t.type = 'categorical' and ${intersects('t.shape')}`, reach.records))} as outlooks,
  (select coalesce(json_object_agg(type, count), '{}') from (
    select type, count(*) as count from reports
    where simulated = :simulated and at > :reportsSince and at <= :at and ${intersects('point')} group by type) x) as reports,
  (select count(*) from damage_tracks
    where simulated = :simulated and at >= :tracksSince and ${intersects('line')}) as tracks`;
