import { facilityKindOf, facilityKinds, type FacilityKind } from '@severe/catalogue/facilities';
import { InvalidArgumentError, type Command } from 'commander';
import type { ImportFlags } from './import/run-import.ts';

/** Data sets that can be imported. */
const kinds = {
  facilities: 'hospitals, schools and others: CSV, GeoJSON or line-delimited GeoJSON',
  counties: 'boundaries of the Census Bureau: a zipped shapefile (tl_2025_us_county.zip) or GeoJSON',
  places: 'names of places: the Gazetteer of the Census Bureau or GeoNames, zipped or not',
} as const;

/** `severe import facilities|counties|places`: imports a file of reference data. */
export function importing(program: Command): void {
  const group = program.command('import').description('import a file of reference data into the configured database');
  for (const [kind, about] of Object.entries(kinds)) {
    const command = group
      .command(kind)
      .argument('<file>', 'file of any size; can be imported again')
      .description(about)
      .option('--json', 'print JSON');
    if (kind === 'facilities') {
      command
        .option(
          '--kind <kind>',
          `kind of all facilities: ${facilityKinds.join(', ')}; default: the column kind`,
          readKind,
        )
        .option('--source <name>', 'name of the list; the same facility in two lists counts twice', 'import');
    }
    command.action(async (file: string, flags: ImportFlags) => {
      const { runImport } = await import('./import/run-import.ts'); // loaded on demand
      await runImport(kind as keyof typeof kinds, file, flags);
    });
  }
}

function readKind(word: string): FacilityKind {
  const kind = facilityKindOf(word);
  if (!kind) throw new InvalidArgumentError(`one of ${facilityKinds.join(', ')} is needed.`);
  return kind;
}
