import type { Migration } from '../../migrations/migration.ts';

/**
 * Where the shape of a zone comes from, the date of its boundaries, and the FIPS code of a county, by which watches and alerts
 * name it. Valdez-Cordova (02261) was divided in 2019: its place is in the counties that followed it.
 */
export const zoneSources: Migration = {
  name: '053-zone-sources',
  sql: `
alter table zones
  add column origin text not null default 'provider' check (origin in ('provider', 'bundled', 'imported')),
  add column source text,
  add column as_of date;
update zones set origin = 'bundled' where kind = 'county' and simplified;
update zones set origin = 'imported', source = editions.edition
  from editions where editions.name = 'counties' and zones.kind = 'county' and not zones.simplified;
create function fips_of_zone(kind text, ugc text) returns text immutable parallel safe language sql as $$
  select case when kind = 'county' then (cast('
    {"AL":"01","AK":"02","AZ":"04","AR":"05","CA":"06","CO":"08","CT":"09","DE":"10","DC":"11","FL":"12",
    "GA":"13","HI":"15","ID":"16","IL":"17","IN":"18","IA":"19","KS":"20","KY":"21","LA":"22","ME":"23",
    "MD":"24","MA":"25","MI":"26","MN":"27","MS":"28","MO":"29","MT":"30","NE":"31","NV":"32","NH":"33",
    "NJ":"34","NM":"35","NY":"36","NC":"37","ND":"38","OH":"39","OK":"40","OR":"41","PA":"42","RI":"44",
    "SC":"45","SD":"46","TN":"47","TX":"48","UT":"49","VT":"50","VA":"51","WA":"53","WV":"54","WI":"55",
    "WY":"56","AS":"60","GU":"66","MP":"69","PR":"72","VI":"78"}
  ' as jsonb) ->> left(ugc, 2)) || substr(ugc, 4) end
$$;
alter table zones add column fips text generated always as (fips_of_zone(kind, ugc)) stored;
create index zones_of_fips on zones (fips);
delete from zones where kind = 'county' and ugc = 'AKC261';
`,
};
