/** Accounts of a seeded database: everyone has the same password, and customers that order through the API have one key each. */
export const seedPassword = 'only for what bench:seed fills'
/** SECRET_KEY for a product that uses it. */
export const seedSecretKey = 'only for what bench:seed fills, of no use elsewhere'

export const OWNER_ID = 1
/** Staff with some permissions are ids 2 to this. */
export const LAST_STAFF_ID = 10
/** Has 3 % of all orders. */
export const BIG_CUSTOMER_ID = 11
/** The first of the others; lower ids have more orders. */
export const FIRST_CUSTOMER_ID = 12
/** Many orders, none of them in the last year. */
export const QUIET_CUSTOMER_ID = FIRST_CUSTOMER_ID + 3

export function seededEmail(id: number): string {
  if (id === OWNER_ID) return 'owner@example.com'
  return id <= LAST_STAFF_ID ? `staff${id}@example.com` : `customer${id}@example.com`
}

/** The big customer and every third of the others order through the API. */
export function hasKey(id: number): boolean {
  return id >= BIG_CUSTOMER_ID && (id - BIG_CUSTOMER_ID) % 3 === 0
}

export const seededKey = (id: number) => `tr_${id}_${'b'.repeat(43)}`
export const seededKeyId = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
