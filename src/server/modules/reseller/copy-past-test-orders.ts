import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedTestOrder = { userId: number; serviceId: number; price: bigint; at: Date }

/** An order of a customer who tried the API before using it. */
export function copyTestOrder(rows: CopyTables, { userId, serviceId, price, at }: CopiedTestOrder): void {
  rows.copyInto('test_orders', {
    user_id: userId,
    service_id: serviceId,
    link: 'https://example.com/test',
    quantity: 1_000,
    price,
    refill: false,
    created_at: at,
  })
}
