import type { Kysely } from 'kysely'

import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { demoPeople, demoStaff } from './demo-people.ts'

/** The people in the demo's scenes, with their ids in the database. */
export type DemoCast = {
  customer: (name: string) => number
  /** The ids of all customers. */
  customers: readonly number[]
  staff: Record<keyof typeof demoStaff, By>
  /** A customer's `nth` newest order in that state, if there is one. */
  findOrder: (name: string, status: OrderStatus, nth?: number) => Promise<CastOrder | undefined>
}

export type CastOrder = {
  id: bigint
  user_id: number
  price: bigint
  quantity: number
  created_at: Date
  refill: boolean
}

/** Reserved for examples (RFC 5737). */
const ADDRESS = '192.0.2.10'

export async function readCast(db: Kysely<DB>): Promise<DemoCast> {
  const emails = [...demoPeople, ...Object.values(demoStaff)].map(({ email }) => email)
  const users = await db.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()
  const idOf = (email: string | undefined): number => {
    const found = users.find((user) => user.email === email)
    if (found === undefined) throw new Error(`the demo has no user ${email}`)
    return found.id
  }
  const customer = (name: string) => idOf(demoPeople.find((person) => person.name === name)?.email)
  const by = (staff: keyof typeof demoStaff): By => ({
    actorId: idOf(demoStaff[staff].email),
    address: ADDRESS,
  })
  return {
    customer,
    customers: demoPeople.map(({ email }) => idOf(email)),
    staff: { manager: by('manager'), orders: by('orders'), support: by('support') },
    findOrder: (name, status, nth = 0) =>
      db
        .selectFrom('orders')
        .select(['id', 'user_id', 'price', 'quantity', 'created_at', 'refill'])
        .where('user_id', '=', customer(name))
        .where('status', '=', status)
        .orderBy('id', 'desc')
        .offset(nth)
        .limit(1)
        .executeTakeFirst(),
  }
}

/** One action in the demo's past. */
export type DemoStep = { hoursAgo: number; run: (past: Context) => Promise<void> }
