import type { Query } from '#torture/run/open-database.ts'

/** The rows of one moment, as the database holds them: the checker reads them with SQL of its own. Money in units. */
export type Rows = {
  orders: OrderRow[]
  entries: EntryRow[]
  balances: { userId: number; balance: bigint }[]
  deposits: DepositRow[]
  /** What waits and has no next time, or one that is long past: a sentence for each. */
  overdue: string[]
}

export type OrderRow = {
  id: number
  userId: number
  key: string | null
  link: string
  quantity: number
  price: bigint
  refunded: bigint
  status: string
  /** As the orders' own, but `sending` while somebody holds its place in the queue. */
  dispatch: string
  /** Where it was taken, as far as the product knows: the provider's name and number for it. */
  provider: string | null
  providerOrder: string | null
}
/** A line of the ledger. */
export type EntryRow = {
  userId: number
  type: string
  signed: bigint
  orderId: number | null
  depositId: string | null
  byStaff: boolean
}
export type DepositRow = { id: string; userId: number; reference: string; amount: bigint; status: string }

type Texts<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] }
type Answer = {
  orders: Texts<OrderRow>[]
  entries: Texts<EntryRow>[]
  balances: { userId: number; balance: string }[]
  deposits: Texts<DepositRow>[]
  overdue: { what: string }[]
}

/** A time that is that long past will not come by itself. */
const OVERDUE_SECONDS = 60

/** One statement, and so one moment, while the product works on. */
export async function readRows(query: Query): Promise<Rows> {
  const parts = Object.entries(statements).map(
    ([name, statement]) => `(select coalesce(json_agg(row), '[]') from (${statement}) row) as ${name}`,
  )
  const [answer] = await query<Answer>(`select ${parts.join(', ')}`)
  if (!answer) throw new Error('the database answered nothing')
  const { orders, entries, balances, deposits, overdue } = answer
  return {
    orders: orders.map((row) => ({ ...row, price: BigInt(row.price), refunded: BigInt(row.refunded) })),
    entries: entries.map((row) => ({ ...row, signed: BigInt(row.signed) })),
    balances: balances.map(({ userId, balance }) => ({ userId, balance: BigInt(balance) })),
    deposits: deposits.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    overdue: overdue.map(({ what }) => what),
  }
}

/** Whatever waits must have a time at which somebody looks at it again; a paused provider's orders wait for its end. */
const overdue = `
with late as (select now() - interval '${OVERDUE_SECONDS} seconds' as past)
select 'order ' || orders.id || ' is ' || case when token is not null and dispatch = 'queued' then 'sending' else dispatch end
  || ' and was due at ' || coalesce(coalesce(lease_until, due_at)::text, 'no time') as what
from late, orders
left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
left join providers on providers.id = place.provider_id
where orders.status = 'PENDING' and dispatch in ('queued', 'unknown')
  and coalesce(coalesce(lease_until, due_at) < past, true)
  and not coalesce(token is null and (place.order_id is not null and due_at is null or not is_enabled or not has_trusted_costs or sending_stopped_at is not null or sending_paused_until > past), false)
union all
select 'order ' || orders.id || ' is ' || status || ' at its provider and is asked about at ' || coalesce(due_at::text, 'no time')
from late cross join orders join providers on providers.id = orders.provider_id
left join check_queue on check_queue.user_id = orders.user_id and check_queue.order_id = orders.id and kind = 'order'
where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING')
  and coalesce(greatest(due_at, reading_paused_until) < past, true)
union all
select 'order ' || orders.id || ' is being refilled and nobody asks about it'
from orders
where status = 'REFILL' and not exists (
  select from refills where refills.user_id = orders.user_id and refills.order_id = orders.id
    and finished_at is null and exists (
      select from check_queue where check_queue.user_id = refills.user_id and check_queue.order_id = refills.order_id
        and check_queue.kind = 'refill' and check_queue.number = refills.number))
union all
select 'deposit ' || reference || ' is pending and is asked about at ' || coalesce(check_at::text, 'no time')
from deposits, late
where status = 'pending' and coalesce(check_at < past, true)
union all
select 'news ' || id || ' of the gateway waits since ' || coalesce(work_at::text, 'no time')
from gateway_events, late
where processed_at is null and coalesce(work_at < past, true)`

const statements = {
  orders: `
    select orders.id::int, orders.user_id as "userId", idempotency_key as key, link, quantity, price::text,
      refunded::text, status, case when place.token is not null and dispatch = 'queued' then 'sending' else dispatch end
      as dispatch, slug as provider, provider_order as "providerOrder"
    from orders
    left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
    left join providers on providers.id = orders.provider_id order by orders.id`,
  entries: `
    select user_id as "userId", type, signed_amount::text as signed, order_id::int as "orderId",
      deposit_id::text as "depositId", actor_id is not null as "byStaff" from transactions`,
  balances: `select user_id as "userId", balance::text from accounts`,
  deposits: `select id::text, user_id as "userId", reference, amount::text, status from deposits`,
  overdue,
}
