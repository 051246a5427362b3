import { keep } from './browser-storage.ts';
import { element } from './elements.ts';
import { chooseUnits, unitSystem, type UnitSystem } from './units.ts';

/** Connects the choice of units, which this browser remembers. */
export function wireUnits(): void {
  const select = element<HTMLSelectElement>('units');
  select.value = unitSystem();
  select.addEventListener('change', () => {
    keep('units', select.value);
    chooseUnits(select.value as UnitSystem);
  });
}
