/** Who can sign in to a seeded database: everybody has one password, and customers that order by API have one key each. */
export const seedPassword = 'only for what bench:seed fills'
/** SECRET_KEY of a product that runs on it. */
export const seedSecretKey = 'only for what bench:seed fills, of no use elsewhere'

export const OWNER_ID = 1
/** Staff with some permissions are 2 to here. */
export const LAST_STAFF_ID = 10
/** Has 3 % of all orders. */
export const BIG_CUSTOMER_ID = 11
/** The first of the others; a lower id has more orders. */
export const FIRST_CUSTOMER_ID = 12
/** Many orders, none of them in the last year. */
export const QUIET_CUSTOMER_ID = FIRST_CUSTOMER_ID + 3

export function seededEmail(id: number): string {
  if (id === OWNER_ID) return 'owner@example.com'
  return id <= LAST_STAFF_ID ? `staff${id}@example.com` : `customer${id}@example.com`
}

/** The big customer and every third of the others order by API. */
export function hasKey(id: number): boolean {
  return id >= BIG_CUSTOMER_ID && (id - BIG_CUSTOMER_ID) % 3 === 0
}

export const seededKey = (id: number) => `tr_${id}_${'b'.repeat(43)}`
export const seededKeyId = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
