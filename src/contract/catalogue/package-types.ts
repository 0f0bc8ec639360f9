import type { ServiceType } from './service-types.ts'

/**
 * Whether it is sold as one whole: its rate is the price of that, not of 1000, and nobody chooses a quantity. Apart from the
 * table of what each type asks for, which who only shows prices has no use for.
 */
export function isPackage(type: ServiceType): boolean {
  return type === 'Package' || type === 'Custom Comments Package'
}
