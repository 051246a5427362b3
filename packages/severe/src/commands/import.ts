import { facilityKindOf, facilityKinds, type FacilityKind } from '@severe/catalogue/facilities';
import { InvalidArgumentError, type Command } from 'commander';
import type { ImportFlags } from './import/run-import.ts';

/** What can be imported, and what it is. */
const kinds = {
  facilities: 'hospitals, schools and others: CSV, GeoJSON or GeoJSON a feature a line',
  counties: 'boundaries of the Census Bureau: a zipped shapefile (tl_2025_us_county.zip) or GeoJSON',
  places: 'names of places: the Gazetteer of the Census Bureau or GeoNames, zipped or not',
} as const;

/** `severe import facilities|counties|places`: takes a file of reference data into the configured database. */
export function importing(program: Command): void {
  const group = program.command('import').description('take a file of reference data into the configured database');
  for (const [kind, about] of Object.entries(kinds)) {
    const command = group
      .command(kind)
      .argument('<file>', 'is read as a stream, however large; may be imported again')
      .description(about)
      .option('--json', 'one JSON document instead of lines');
    if (kind === 'facilities') {
      command
        .option(
          '--kind <kind>',
          `what all of them are: ${facilityKinds.join(', ')}; else a column kind tells`,
          readKind,
        )
        .option('--source <name>', 'whose list it is; the same facility in two lists is two', 'import');
    }
    command.action(async (file: string, flags: ImportFlags) => {
      const { runImport } = await import('./import/run-import.ts'); // feeds and databases are a lot of code
      await runImport(kind as keyof typeof kinds, file, flags);
    });
  }
}

function readKind(word: string): FacilityKind {
  const kind = facilityKindOf(word);
  if (!kind) throw new InvalidArgumentError(`one of ${facilityKinds.join(', ')} is needed.`);
  return kind;
}
