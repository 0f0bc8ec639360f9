/**
 * Tables that most pages need are sent in one file, and staff's in another; the rest by area, or by two where one
 * area's pages show the other's.
 */
const together = {
  'texts/shared':
    /^(?:texts\/(?:platform|ui|parts\/(?!landing$|staff$))|words\/(?:errors|fields|order-events|statuses|transactions)$)/,
  'texts/staff': /^(?:texts\/parts\/staff|words\/(?:connection-test|faults|reviews))$/,
  'texts/admin/orders': /^texts\/admin\/(?:orders|tickets)$/,
  'texts/admin/reports': /^(?:texts\/admin\/(?:audit|dashboard|reports)|words\/staff-actions)$/,
}

/** `texts/admin/tickets` is sent in `texts/admin/orders`. */
export function bundleOf(table: string): string {
  return Object.entries(together).find(([, tables]) => tables.test(table))?.[0] ?? table
}
