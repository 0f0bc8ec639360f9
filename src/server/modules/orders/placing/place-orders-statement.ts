import { firstSupply } from '#server/modules/orders/state/queue-queries.ts'

import {
  allowanceOf,
  countMany,
  countOne,
  runningOfKeys,
  spentAfter,
  withinLimits,
} from './key-limits-statement.ts'

/**
 * The statements that place orders. Each one prices, checks, debits, writes order, ledger row, timeline and queue entry,
 * updates the counters and answers per item, in one round trip and one commit. It may write other modules' tables
 * (accounts, transactions, and for orders by an API key api_keys and api_access), a named exception.
 *
 * Decided outcomes: placed · replayed (the idempotency key already has an order) · no_account · no_key (the API key was
 * revoked, expired or for tests) · no_service · out_of_range · unavailable (no supply costs at most the rate, and the service
 * is not sold by hand) · price_changed · daily_limit · owed (the customer has to pay what gateways took back) · insufficient.
 * Undecided, nothing written: locked (another tx holds the account or the key, or has just rotated it) · again (earlier
 * items of the account went first). An idempotency key that another tx is just storing is a unique violation instead.
 *
 * The account is locked before its balance is read, with a lock that allows foreign keys to it: a mass order has stored its
 * key, which refers to the account, before it gets here, and two of one customer would deadlock. `can_spend` is checked under
 * the lock: a customer blocked or deleted meanwhile has no account here. A statement over several customers skips locked
 * accounts, so it neither delays the others nor deadlocks; one with a single customer's items may wait. Other locks (a
 * service or provider being changed) end it after `lock_timeout`, set for its own tx: no extra round trip, works behind a
 * pooler.
 *
 * Orders by an API key have variants (`byKey`), so that others pay nothing for the daily limits. Today's spending by a key
 * and by all keys of the customer is read and counted under the account's lock, like the balance.
 *
 * On a cluster these are the statements of place-on-shard.ts, since Citus sends what an insert in a `with` reads to every node.
 * All customers of a statement are on one shard, and each table has its own condition for that. On one PostgreSQL it would
 * only change the planner's estimates.
 */
export type Locking = 'skip' | 'wait'

const lockOf = {
  skip: { clause: 'skip locked', noAccount: 'locked', noKey: 'locked' },
  wait: { clause: '', noAccount: 'no_account', noKey: 'no_key' },
} satisfies Record<Locking, { clause: string; noAccount: string; noKey: string }>

/** Evaluated before the first row is locked. */
const limitWaiting = "(select set_config('lock_timeout', $10, true)) is not null"

const isDiscounted = `account.discount_basis_points > 0
        and (account.discount_until is null or account.discount_until > now())`

/** For the order's first event: why the rate is not the catalogue's; empty if it is. */
const reason = `case
      when own.rate is not null then '{"own_rate": 1}'::jsonb
      when ${isDiscounted} then jsonb_build_object('discount_percent', account.discount_basis_points / 100.0)
      else '{}'::jsonb end`

/** The custom rate, else the catalogue's less the discount, rounded up once to 4 decimals. Same as `rateFor` in the contract. */
const rate = `coalesce(own.rate, case
      when ${isDiscounted}
        then (service.rate / 10000 * (10000 - account.discount_basis_points) + 9999) / 10000 * 10000
      else service.rate end)`

/** A price beyond the largest balance is capped just above it, so that the multiplication can't overflow. */
const price = `case
      when service.type in ('Package', 'Custom Comments Package') then charged.rate
      when item.quantity > 999999999999999000 / charged.rate then 1000000000000000
      else charged.rate * item.quantity / 1000 end`

/** Includes an SQL text only for orders by an API key. */
const only = (byKey: boolean, text: string) => (byKey ? text : '')

type Form = {
  locking: Locking
  byKey: boolean
  lock: string
  onShard: (table: string) => string
}

/** `users`: on a cluster, compares a table's `user_id` with the customers of the statement. */
function formOf(locking: Locking, byKey: boolean, users?: string): Form {
  const onShard = (table: string) => (users === undefined ? '' : ` and ${table}.user_id ${users}`)
  return { locking, byKey, lock: lockOf[locking].clause, onShard }
}

const refusalOf = ({ locking, byKey }: Form) => `case
      when taken.id is not null then 'replayed'
      when service.id is null then 'no_service'
      when service.type not in ('Package', 'Custom Comments Package')
        and (item.quantity < greatest(service.min, 1) or item.quantity > service.max) then 'out_of_range'
      when account.user_id is null then '${lockOf[locking].noAccount}'
      ${only(
        byKey,
        `when item.key_id is not null and allowance.key_id is null then '${lockOf[locking].noKey}'
      when allowance.is_rotated then 'locked'`,
      )}
      when account.owed > 0 then 'owed'
      when next.supply_id is null and not service.by_hand then 'unavailable'
      when abs(item.seen_price - ${price}) > 1 then 'price_changed'
      ${only(byKey, `when ${price} > least(own_limit - own_spent, all_limit - all_spent) then 'daily_limit'`)} end`

/** Sold by hand: not sent until a supply can fulfil it, and staff see why. */
const unsupplied = `case when supply_id is null then 'no_provider' end, case when supply_id is null then '{}'::jsonb end`
const dueAt = 'case when supply_id is not null then now() end'

const terms = { service: 'service.id', rate: 'charged.rate', belowCost: 'service.below_cost' }
const joinsOf = (form: Form) => `
  left join account on account.user_id = item.user_id
  ${only(form.byKey, 'left join allowance on allowance.user_id = item.user_id and allowance.key_id = item.key_id')}
  left join services service on service.id = item.service_id and service.is_active and service.deleted_at is null
  left join orders taken on taken.user_id = item.user_id and taken.idempotency_key = item.idempotency_key${form.onShard('taken')}
  left join custom_rates own on own.user_id = item.user_id and own.service_id = item.service_id${form.onShard('own')}
  cross join lateral (select ${rate} as rate) charged
  left join lateral (${firstSupply(terms)}) next on true`

const judgedOf = (
  form: Form,
) => `select item.*, account.balance, account.owed, service.name, service.type, charged.rate,
    service.min, service.max, service.refill, service.cancel, next.supply_id, next.provider_id, ${price} as price,
    ${only(form.byKey, 'counter, today, own_limit, own_spent, all_limit, all_spent,')}
    ${reason} as rate_reason, ${refusalOf(form)} as refusal
  from item ${joinsOf(form)}`

/**
 * One order: $1 user, $2 service, $3 link, $4 quantity, $5 seen price or null, $6 details, $7 idempotency key or null,
 * $8 hash or null, $9 API key or null, $10 lock timeout.
 */
export function placeOneStatement(locking: Locking, byKey = false): string {
  const form = formOf(locking, byKey)
  return `
with item as (
  select $1::int as user_id, $2::int as service_id, $3::text as link, $4::int as quantity, $5::bigint as seen_price,
    $6::jsonb as details, $7::text as idempotency_key, $8::bytea as request_hash, $9::uuid as key_id
), account as materialized (
  select user_id, balance, owed, discount_basis_points, discount_until from accounts
  where user_id = $1::int and can_spend and ${limitWaiting}
  for no key update ${form.lock}
), ${only(form.byKey, `${allowanceOf(form)},`)} judged as materialized (
  ${judgedOf(form)}
), debited as (
  update accounts
  set balance = accounts.balance - price,
      orders_total = orders_total - price,
      transactions_seq = transactions_seq + 1,
      orders_seq = orders_seq + 1,
      pending = pending + 1
  from judged
  where accounts.user_id = judged.user_id and refusal is null and accounts.balance >= price
  returning accounts.user_id, accounts.balance as balance_after, transactions_seq, orders_seq
), placed as (
  insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, details, rate, price,
    remains, refill, cancel, idempotency_key, request_hash, key_id, review_code, review_details)
  select user_id, orders_seq, service_id, name, type, link, quantity, details, rate, price,
    quantity, refill, cancel, idempotency_key, request_hash, key_id, ${unsupplied}
  from judged join debited using (user_id)
  returning user_id, id, created_at
), charged as (
  insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, order_id)
  select user_id, transactions_seq, 'order', 'customer', 'revenue', price, balance_after, placed.id
  from judged join debited using (user_id) join placed using (user_id)
), logged as (
  insert into order_events (user_id, order_id, type, details)
  select user_id, id, 'created', rate_reason from placed join judged using (user_id)
), queued as (
  insert into dispatch_queue (user_id, order_id, provider_id, supply_id, due_at)
  select user_id, id, provider_id, supply_id, ${dueAt}
  from placed join judged using (user_id)
)${only(form.byKey, countOne)}
select judged.name as service_name, price, min, max, balance, owed, placed.id, placed.created_at, balance_after, provider_id,
  ${only(form.byKey, `own_limit, all_limit, ${spentAfter('own')}, ${spentAfter('all')},`)}
  case when placed.id is not null then 'placed' else coalesce(refusal, 'insufficient') end as outcome
from judged
left join debited on true
left join placed on true`
}

/**
 * Many orders, with the same parameters as arrays: of hundreds of customers, or with `wait` of one. Items of an account
 * are paid in order. The running sums include items that the balance or a daily limit doesn't cover, so nothing after
 * the first of those is accepted from the same funds: later ones that the rest still covers answer `again`, so that an
 * unaffordable item never refuses an affordable one.
 */
export function placeManyStatement(locking: Locking, byKey = false): string {
  const form = formOf(locking, byKey)
  return `
${judgingOf(form)}), total as (
  select user_id, max(paid) as spent, count(*)::int as orders from accepted group by user_id
), debited as (
  update accounts
  set balance = accounts.balance - spent,
      orders_total = orders_total - spent,
      transactions_seq = transactions_seq + orders,
      orders_seq = orders_seq + orders,
      pending = pending + orders
  from total
  where accounts.user_id = total.user_id${form.onShard('accounts')} and accounts.balance >= spent
  returning accounts.user_id, accounts.balance + spent as balance_before,
    transactions_seq - orders as transactions_seq, orders_seq - orders as orders_seq
), placed as (
  insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, details, rate, price,
    remains, refill, cancel, idempotency_key, request_hash, key_id, review_code, review_details)
  select user_id, orders_seq + place, service_id, name, type, link, quantity, details, rate, price,
    quantity, refill, cancel, idempotency_key, request_hash, key_id, ${unsupplied}
  from accepted join debited using (user_id)
  order by at
  returning user_id, id, seq, created_at
), written as materialized (
  select at, placed.user_id, placed.id, placed.created_at, transactions_seq + place as transaction_seq, price, name,
    balance_before - paid as balance_after, supply_id, provider_id, rate_reason${only(form.byKey, ', counter, today')}
  from accepted join debited using (user_id)
  join placed on placed.user_id = accepted.user_id and placed.seq = orders_seq + place
), charged as (
  insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, order_id)
  select user_id, transaction_seq, 'order', 'customer', 'revenue', price, balance_after, id
  from written order by at
), logged as (
  insert into order_events (user_id, order_id, type, details)
  select user_id, id, 'created', rate_reason from written order by at
), queued as (
  insert into dispatch_queue (user_id, order_id, provider_id, supply_id, due_at)
  select user_id, id, provider_id, supply_id, ${dueAt} from written order by at
)${only(form.byKey, countMany)}
select summed.name as service_name, summed.price, min, max, owed, written.id, written.created_at, written.balance_after,
  written.provider_id,
  balance - coalesce(spent, 0) as balance,
  ${only(form.byKey, 'funds.own_limit, funds.own_spent, funds.all_limit, funds.all_spent,')}
  case when written.id is not null then 'placed' when refusal is not null then refusal
    ${only(
      form.byKey,
      `when summed.price > least(funds.own_limit - funds.own_spent, funds.all_limit - funds.all_spent)
      then 'daily_limit'`,
    )}
    when summed.price > balance - coalesce(spent, 0) then 'insufficient' else 'again' end as outcome
from summed
left join written using (at)
${only(form.byKey, 'left join funds using (at)')}
left join total on total.user_id = summed.user_id
order by summed.at`
}

/**
 * The first half of it, for the customers of one shard of a cluster: prices, checks, and locks the accounts until the tx ends.
 * `place` and `paid` are null for what is not accepted. Parameters as above.
 */
export function judgeManyStatement(locking: Locking, byKey = false): string {
  const form = formOf(locking, byKey, '= any ($1::int[])')
  return `
${judgingOf(form)})
select summed.at::int, summed.user_id, summed.name, summed.type, summed.rate, summed.min, summed.max, summed.refill,
  summed.cancel, summed.supply_id, summed.provider_id, summed.price, summed.balance, summed.owed,
  summed.rate_reason::text, summed.refusal, accepted.place, accepted.paid
  ${only(byKey, ', summed.counter, summed.today, summed.own_limit, summed.own_spent, summed.all_limit, summed.all_spent')}
from summed left join accepted using (at)
order by summed.at`
}

/** Items, their locked accounts, their prices and refusals, and which of them the funds cover; without the last parenthesis. */
function judgingOf(form: Form): string {
  return `with item as materialized (
  select * from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::bigint[], $6::jsonb[], $7::text[], $8::bytea[],
      $9::uuid[])
    with ordinality as item (user_id, service_id, link, quantity, seen_price, details, idempotency_key, request_hash,
      key_id, at)
), account as materialized (
  select user_id, balance, owed, discount_basis_points, discount_until from accounts
  where user_id = any ($1::int[]) and can_spend and ${limitWaiting}
  for no key update ${form.lock}
), ${only(form.byKey, `${allowanceOf(form)},`)} judged as materialized (
  ${judgedOf(form)}
), summed as materialized (
  select judged.*,
    sum(case when refusal is null then price else 0 end) over (partition by user_id order by at)::bigint as running${only(form.byKey, runningOfKeys)}
  from judged
), accepted as materialized (
  select summed.*, row_number() over (partition by user_id order by at)::int as place,
    sum(price) over (partition by user_id order by at)::bigint as paid
  from summed where refusal is null and running <= balance
    ${only(form.byKey, withinLimits)}
`
}
