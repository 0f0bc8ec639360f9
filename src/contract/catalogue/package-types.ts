import type { ServiceType } from './service-types.ts'

/**
 * A package has one price and no quantity. Separate from the table of types, which pages that only show prices need not
 * load.
 */
export function isPackage(type: ServiceType): boolean {
  return type === 'Package' || type === 'Custom Comments Package'
}
