import type { Tables } from '../../../world.ts';
import { isOn } from '../../authoring/outcomes.ts';

/** What the radios of the phone are doing now, airplane mode taken into account. */

export const airplaneOn = (tables: Tables): boolean => isOn(tables.get('network', 'airplane_mode'));

export const radioOn = (tables: Tables, radio: 'wifi' | 'bluetooth' | 'mobile_data'): boolean =>
  isOn(tables.get('network', radio)) && !airplaneOn(tables);

/** The row whose name is `name`, letter case aside. */
export function rowNamed(tables: Tables, table: string, name: string): readonly [id: string, row: NonNullable<ReturnType<Tables['get']>>] | undefined {
  return tables.list(table).find(([, row]) => typeof row['name'] === 'string' && row['name'].toLowerCase() === name.trim().toLowerCase());
}

export const AIRPLANE = 'airplane mode is on; turn it off first';
