import type { Query } from '#torture/run/open-database.ts'

/** The rows of one snapshot of the database, read with the checker's own SQL. Money in units. */
export type Rows = {
  orders: OrderRow[]
  entries: EntryRow[]
  balances: { userId: number; balance: bigint }[]
  deposits: DepositRow[]
  services: ServiceRow[]
  supplies: SupplyRow[]
  refills: RefillRow[]
  attempts: AttemptRow[]
}

export type OrderRow = {
  id: number
  userId: number
  /** The product's service id, and its cost per 1,000 when it was ordered. */
  serviceId: number
  rate: bigint
  key: string | null
  link: string
  quantity: number
  price: bigint
  refunded: bigint
  status: string
  /** The order's own status, or `sending` while its queue entry is claimed. */
  dispatch: string
  /** The provider that took it, as far as the product knows: its slug and order id. */
  provider: string | null
  providerOrder: string | null
}
/** A ledger row. */
export type EntryRow = {
  userId: number
  type: string
  signed: bigint
  orderId: number | null
  /** Whether a gateway took it back, or has returned it since. */
  isReversal: boolean
  depositId: string | null
  byStaff: boolean
}
export type DepositRow = {
  id: string
  userId: number
  reference: string
  gateway: string
  amount: bigint
  status: string
  /** Whether a webhook about it is stored and not processed yet. */
  isAwaited: boolean
  /** When staff refused it. */
  refusedMs: number | null
}
/** The rate of a service, per 1,000. */
export type ServiceRow = { id: number; name: string; rate: bigint }
/** Its supply and the cost recorded there, per 1,000. */
export type SupplyRow = { serviceId: number; provider: string; providerService: string; cost: bigint }
export type RefillRow = { orderId: number; number: number; state: string }
/** One sending; the time of its claim is the database's. */
export type AttemptRow = {
  orderId: number
  provider: string
  /** By the database's clock: when the lease of 90 s began. `started_at` uses a process's clock, which may be behind. */
  startedMs: number
  providerOrder: string | null
}

type Texts<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] }
type Answer = {
  orders: Texts<OrderRow>[]
  entries: Texts<EntryRow>[]
  balances: { userId: number; balance: string }[]
  deposits: Texts<DepositRow>[]
  services: Texts<ServiceRow>[]
  supplies: Texts<SupplyRow>[]
  refills: RefillRow[]
  attempts: AttemptRow[]
}

/** One statement, while the product runs: one snapshot, but on a cluster one of each part. */
export async function readRows(query: Query): Promise<Rows> {
  // On a cluster a row keeps its column names only behind a materialized part.
  const parts = Object.entries(statements).map(
    ([name, statement]) => `read_${name} as materialized (${statement})`,
  )
  const columns = Object.keys(statements).map(
    (name) => `(select coalesce(json_agg(row), '[]') from read_${name} row) as ${name}`,
  )
  const [answer] = await query<Answer>(`with ${parts.join(', ')} select ${columns.join(', ')}`)
  if (!answer) throw new Error('the database answered nothing')
  const { orders, entries, balances, deposits, services, supplies, refills, attempts } = answer
  return {
    orders: orders.map((row) => ({
      ...row,
      rate: BigInt(row.rate),
      price: BigInt(row.price),
      refunded: BigInt(row.refunded),
    })),
    entries: entries.map((row) => ({ ...row, signed: BigInt(row.signed) })),
    balances: balances.map(({ userId, balance }) => ({ userId, balance: BigInt(balance) })),
    deposits: deposits.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    services: services.map((row) => ({ ...row, rate: BigInt(row.rate) })),
    supplies: supplies.map((row) => ({ ...row, cost: BigInt(row.cost) })),
    refills,
    attempts,
  }
}

const statements = {
  orders: `
    select orders.id::int, orders.user_id as "userId", service_id as "serviceId", rate::text, idempotency_key as key, link, quantity, price::text,
      refunded::text, status, case when place.token is not null and dispatch = 'queued' then 'sending' else dispatch end
      as dispatch, slug as provider, provider_order as "providerOrder"
    from orders
    left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
    left join providers on providers.id = orders.provider_id order by orders.id`,
  entries: `
    select user_id as "userId", type, signed_amount::text as signed, order_id::int as "orderId",
      deposit_id::text as "depositId", actor_id is not null as "byStaff",
      coalesce(deposit_id <> id and from_account <> 'bonus' and to_account <> 'fee', false) as "isReversal" from transactions`,
  balances: `select user_id as "userId", balance::text from accounts`,
  deposits: `
    select id::text, user_id as "userId", reference, gateway, amount::text, status,
      coalesce(reference in (select reference from gateway_events where due_at is not null), false) as "isAwaited",
      (extract(epoch from refused_at) * 1000)::float8 as "refusedMs" from deposits`,
  services: `select id, name, rate::text from services where deleted_at is null`,
  supplies: `
    select service_id as "serviceId", slug as provider, provider_service as "providerService", cost_rate::text as cost
    from supplies join providers on providers.id = supplies.provider_id where removed_at is null`,
  refills: `select order_id::int as "orderId", number, state from refills`,
  attempts: `
    select order_id::int as "orderId", slug as provider, provider_order as "providerOrder", (extract(epoch from lease_until - interval '90 s') * 1000)::float8 as "startedMs"
    from order_attempts join providers on providers.id = order_attempts.provider_id`,
}
