import { isPersonalMissing, personalHash, rowHash } from '#server/modules/audit-log/audit-log-rows.ts'
import { isOfKind, postingKinds as kinds, sumColumns } from '#server/modules/ledger/posting-kinds.ts'

import { incidentsInvariants } from './incidents-queries.ts'
import { monthsInvariant } from './months-queries.ts'
import { settledUsd } from './recent-queries.ts'

// Longer than most: one list of all invariants, each with one statement; audit and torture read it as a whole.

/**
 * What always holds for the money (design, "Ledger"), each as a query that answers one row per violation. The tests,
 * the torture run and `npm run audit` share this list. SQL can't check what a provider accepted, what was acknowledged
 * and what a gateway reports: the tests compare that with those servers' journals.
 *
 * `overdue`: further violations, only by the age of due work. After an outage there are some until the queues catch up.
 */
export type Invariant = { id: string; says: string; sql: string; overdue?: string }

const minutesOfPatience = 5

/** Everything a reversal debited from a balance, and what was returned of it. */
const isOfReversal = [
  kinds.reversal,
  kinds.receivable,
  kinds.reversalReturn,
  kinds.bonusReversal,
  kinds.bonusReturn,
]
  .map((kind) => isOfKind(kind))
  .map((rule) => `(${rule})`)
  .join(' or ')

export const invariants: readonly Invariant[] = [
  {
    id: 'I1.1',
    says: "a stored balance is the sum of its account's ledger rows",
    sql: `select accounts.user_id from accounts
      left join (select user_id, sum(signed_amount) as total from transactions group by user_id) ledger using (user_id)
      where accounts.balance <> coalesce(ledger.total, 0)`,
  },
  {
    id: 'I1.2',
    says: 'a balance is deposits − orders + refunds + bonuses, each the sum of its rows',
    sql: `with stored as (
        ${Object.entries(sumColumns)
          .map(([type, column]) => `select user_id, '${type}' as type, ${column} as total from accounts`)
          .join(' union all ')}
        union all select user_id, name, amount from account_sums
      ), ledger as (select user_id, type, sum(signed_amount) as total from transactions group by user_id, type)
      select user_id from stored full join ledger using (user_id, type)
      where coalesce(stored.total, 0) <> coalesce(ledger.total, 0)
      union select user_id from accounts left join stored using (user_id)
      group by user_id, balance having balance <> coalesce(sum(total), 0)`,
  },
  {
    id: 'I1.3',
    says: 'ledger rows are numbered without gaps, and each balance follows from the one before',
    // Each row has a predecessor, of which a key allows one. A join takes half as long as sorting the ledger.
    sql: `select line.user_id, line.seq from transactions line
      left join transactions before on before.user_id = line.user_id and before.seq = line.seq - 1
      where line.balance_after <> coalesce(before.balance_after, 0) + line.signed_amount
        or (before.user_id is null) <> (line.seq = 1)`,
  },
  {
    id: 'I1.4',
    says: 'an account counts its ledger rows and its orders, in all and by status',
    sql: `select accounts.user_id from accounts
      left join (select user_id, max(seq) as rows from transactions group by user_id) ledger using (user_id)
      left join (
        select user_id, count(*) as orders, max(seq) as last,
          count(*) filter (where status = 'PENDING') as pending, count(*) filter (where status = 'PROCESSING') as processing,
          count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'PARTIAL') as partial,
          count(*) filter (where status = 'REFILL') as refill, count(*) filter (where status = 'CANCELED') as canceled,
          count(*) filter (where status = 'REFUNDED') as refunded, count(*) filter (where status = 'FAILED') as failed
        from orders group by user_id
      ) counted using (user_id)
      where transactions_seq <> coalesce(rows, 0) or orders_seq <> coalesce(orders, 0) or orders_seq <> coalesce(last, 0)
        or accounts.pending <> coalesce(counted.pending, 0) or accounts.processing <> coalesce(counted.processing, 0)
        or accounts.completed <> coalesce(counted.completed, 0) or accounts.partial <> coalesce(counted.partial, 0)
        or accounts.refill <> coalesce(counted.refill, 0) or accounts.canceled <> coalesce(counted.canceled, 0)
        or accounts.refunded <> coalesce(counted.refunded, 0) or accounts.failed <> coalesce(counted.failed, 0)`,
  },
  {
    id: 'I2.1',
    says: "no customer's balance is or was below zero",
    sql: `select user_id from accounts where balance < 0
      union all select user_id from transactions where balance_after < 0`,
  },
  {
    id: 'I2.2',
    says: 'orders can debit active users, and no blocked or deleted one',
    sql: `select accounts.user_id from accounts join users on users.id = accounts.user_id
      where can_spend <> (users.status = 'active' and users.deleted_at is null)`,
  },
  {
    id: 'I2.3',
    says: 'a customer owes what gateways reversed and the balance could not cover, and never less than zero',
    sql: `select user_id from (select user_id, sum(reclaimed) as reclaimed from deposits where reclaimed > 0 group by user_id) back
      full join (select user_id, -sum(signed_amount) as taken from transactions where ${isOfReversal} group by user_id) paid using (user_id)
      full join (select user_id, owed from accounts where owed <> 0) debt using (user_id)
      where coalesce(owed, 0) <> coalesce(reclaimed, 0) - coalesce(taken, 0) or owed < 0`,
  },
  {
    id: 'I3.1',
    says: 'an order is charged once, with its price',
    sql: `select orders.user_id, orders.id from orders
      left join transactions on transactions.user_id = orders.user_id and transactions.order_id = orders.id
        and ${isOfKind(kinds.order)}
      where transactions.id is null or amount <> price
      union all select user_id, null from (
        select user_id, count(*) as charges from transactions where ${isOfKind(kinds.order)} group by user_id) charged
      full join (select user_id, count(*) as orders from orders group by user_id) placed using (user_id)
      where coalesce(charges, 0) <> coalesce(orders, 0)`,
  },
  {
    id: 'I3.2',
    says: 'a charge or a refund belongs to an order',
    sql: `select transactions.user_id, transactions.id from transactions
      left join orders on orders.user_id = transactions.user_id and orders.id = transactions.order_id
      where transactions.order_id is not null and orders.id is null`,
  },
  {
    id: 'I3.3',
    says: "an order's refunds equal its refunded amount, and never exceed its price",
    sql: `select orders.user_id, orders.id from orders
      left join (
        select user_id, order_id, sum(amount) as refunds from transactions where ${isOfKind(kinds.refund)} group by user_id, order_id
      ) refund on refund.user_id = orders.user_id and refund.order_id = orders.id
      where coalesce(refunds, 0) <> refunded or refunded > price`,
  },
  {
    id: 'I3.4',
    says: `an order that failed, was canceled or refunded is refunded in full; canceled after its provider delivered and
      charged a part, at least the undelivered share, by the provider's count`,
    sql: `select orders.user_id, orders.id from orders
      left join order_attempts taken on taken.user_id = orders.user_id and taken.order_id = orders.id
        and taken.state = 'accepted'
      cross join lateral (select case when service_type in ('Package', 'Custom Comments Package') then taken.pieces
        else quantity end as whole) counted
      where status in ('CANCELED', 'REFUNDED', 'FAILED') and refunded <> price
        and not coalesce(status = 'CANCELED' and taken.charge > 0 and remains between 1 and whole - 1
          and refunded >= div(price::numeric * remains, whole), false)`,
  },
  {
    id: 'I4.1',
    says: 'a completed deposit is credited once with its amount, or the one that staff entered, and any other is not credited',
    sql: `select deposits.user_id, deposits.id from deposits
      left join (
        select user_id, deposit_id, count(*) as credits, sum(amount) as credited
        from transactions where ${isOfKind(kinds.deposit)} group by user_id, deposit_id
      ) credit on credit.user_id = deposits.user_id and credit.deposit_id = deposits.id
      where case when status = 'completed' then coalesce(credits, 0) <> 1 or credited <> coalesce(credited_amount, amount)
        else credits is not null end`,
  },
  {
    id: 'I4.2',
    says: 'a bonus is credited once, with its deposit only',
    sql: `select deposits.user_id, deposits.id from deposits
      left join (
        select user_id, deposit_id, count(*) as bonuses, sum(amount) as given
        from transactions where ${isOfKind(kinds.bonus)} group by user_id, deposit_id
      ) gift on gift.user_id = deposits.user_id and gift.deposit_id = deposits.id
      where case when status = 'completed' and bonus > 0 then coalesce(bonuses, 0) <> 1 or given <> bonus else bonuses is not null end`,
  },
  {
    id: 'I4.3',
    says: 'ledger rows of a deposit (credit, bonus, fee, reversal) belong to a completed one',
    sql: `select transactions.user_id, transactions.id from transactions
      left join deposits on deposits.user_id = transactions.user_id and deposits.id = transactions.deposit_id
      where transactions.deposit_id is not null and deposits.status is distinct from 'completed'`,
  },
  {
    id: 'I4.4',
    says: 'a deposit that staff credited, entered or refused has its audit log entry, with that amount',
    sql: `select user_id, id from deposits
      where (credited_amount is not null and not exists (
          select from audit_log credit where credit.subject = 'deposit' and credit.subject_id = deposits.id
            and credit.action in ('deposit.credit', 'deposit.approve') and (credit.after ->> 'credited_amount')::bigint = credited_amount))
        or (refused_at is not null and not exists (
          select from audit_log refusal where refusal.subject = 'deposit' and refusal.subject_id = deposits.id
            and refusal.action = 'deposit.refuse'))
        or (gateway = 'manual' and not exists (
          select from audit_log entry where entry.subject = 'deposit' and entry.subject_id = deposits.id
            and entry.action = 'deposit.enter' and (entry.after ->> 'amount')::bigint = amount))`,
  },
  {
    id: 'I4.5',
    says: 'the fee of a deposit is charged once, with the deposit only, and is below it',
    sql: `select deposits.user_id, deposits.id from deposits
      left join (
        select user_id, deposit_id, count(*) as fees, sum(amount) as charged
        from transactions where ${isOfKind(kinds.fee)} group by user_id, deposit_id
      ) part on part.user_id = deposits.user_id and part.deposit_id = deposits.id
      where fee >= coalesce(credited_amount, amount) or case when status = 'completed' and fee > 0
        then coalesce(fees, 0) <> 1 or charged <> fee else fees is not null end`,
  },
  {
    id: 'I4.6',
    says: `a reversal takes back the share of the deposit, its bonus and its fee that the gateway reversed, and never more; no
      more of the bonus than its share`,
    sql: `select deposits.user_id, deposits.id from deposits
      left join (
        select user_id, deposit_id,
          -sum(signed_amount) filter (where ${isOfReversal}) as taken,
          -sum(signed_amount) filter (where ${isOfKind(kinds.bonusReversal)} or ${isOfKind(kinds.bonusReturn)}) as bonus_taken
        from transactions where deposit_id <> id group by user_id, deposit_id
      ) back on back.user_id = deposits.user_id and back.deposit_id = deposits.id
      cross join lateral (select case when status = 'completed' then coalesce(credited_amount, amount)::numeric end as credited) paid
      where reversed > coalesce(credited, 0) or coalesce(taken, 0) not between 0 and reclaimed
        or coalesce(bonus_taken, 0) not between 0 and bonus
        or reclaimed <> coalesce(reversed - div(reversed::numeric * fee, credited) + div(reversed::numeric * bonus, credited), 0)`,
  },
  {
    id: 'I4.7',
    says: 'a credited transfer holds its reference, and a proposed credit was approved by another staff member with that amount',
    sql: `select deposits.user_id, deposits.id from deposits
      join transfers on transfers.user_id = deposits.user_id and transfers.deposit_id = deposits.id
      where status = 'completed' and (not exists (select from entered_references claim
          where claim.method = deposits.gateway and claim.user_id = deposits.user_id and claim.deposit_id = deposits.id)
        or (proposed_by is not null and (approved_by is null or approved_by = proposed_by or credited_amount <> proposed_amount)))`,
  },
  {
    id: 'I5.1',
    says: 'an order was accepted by a provider at most once',
    sql: `select user_id, order_id from order_attempts
      where state = 'accepted' and (user_id, order_id) in (select user_id, order_id from order_attempts where number <> 1)
      group by user_id, order_id having count(*) > 1`,
  },
  {
    id: 'I5.2',
    says: "a provider's order id belongs to one order, and an accepted order holds its id",
    sql: `select orders.user_id, orders.id from orders
      left join provider_orders claim on claim.provider_id = orders.provider_id and claim.provider_order = orders.provider_order
      where orders.dispatch = 'accepted'
        and (claim.order_id is distinct from orders.id or claim.user_id is distinct from orders.user_id)`,
  },
  {
    id: 'I5.3',
    says: 'no sending started while an earlier one of the order was open, accepted or unknown, unless staff decided so in between',
    sql: `select earlier.user_id, earlier.order_id from order_attempts earlier
      join order_attempts later on later.user_id = earlier.user_id and later.order_id = earlier.order_id
        and later.number > earlier.number and later.number <> 1
      where earlier.state in ('sending', 'accepted') or (earlier.state = 'unknown'
        and not exists (
          select from audit_log decided where decided.subject = 'order' and decided.subject_id = earlier.order_id
            and decided.action in ('order.retry', 'order.change_provider')
            -- The clock that both are by steps back at a failover.
            and decided.created_at >= earlier.started_at - interval '2 minutes'
            and decided.created_at <= later.started_at + interval '2 minutes'))`,
  },
  {
    id: 'I5.4',
    says: 'an order being sent has exactly one open attempt, with the token of its queue entry, and no other order has one',
    sql: `select place.user_id, place.order_id as id from dispatch_queue place
      join orders on orders.user_id = place.user_id and orders.id = place.order_id
      where place.token is not null and orders.dispatch = 'queued' and not exists (
        select from order_attempts open where open.user_id = place.user_id and open.order_id = place.order_id
          and open.number = place.tries and open.token = place.token and open.state = 'sending')
      union all select open.user_id, open.order_id from order_attempts open
      where open.state = 'sending' and not exists (
        select from dispatch_queue place join orders on orders.user_id = place.user_id and orders.id = place.order_id
        where place.user_id = open.user_id and place.order_id = open.order_id and place.tries = open.number
          and place.token = open.token and orders.dispatch = 'queued')`,
  },
  {
    id: 'I7.1',
    says: `every undecided sending has a queue entry, and nothing else has one; it is due while its provider is stopped, or
      being sent or unknown, at most ${minutesOfPatience} minutes overdue`,
    sql: `select user_id, id from orders where status = 'PENDING' and dispatch in ('queued', 'unknown', 'review') and not exists (
        select from dispatch_queue place where place.user_id = orders.user_id and place.order_id = orders.id)
      union all select place.user_id, place.order_id from dispatch_queue place
      join orders on orders.user_id = place.user_id and orders.id = place.order_id
      where orders.dispatch in ('accepted', 'rejected') or (place.token is null and orders.dispatch <> 'queued')
        or (place.token is not null and place.lease_until is null and orders.dispatch <> 'review')`,
    overdue: `with late as (select now() - interval '${minutesOfPatience} minutes' as since)
      select user_id, order_id from dispatch_queue, late where token is not null and lease_until < since
      union all select user_id, order_id from late, dispatch_queue place left join providers on providers.id = place.provider_id
      where token is null and due_at < since and coalesce(is_enabled and has_trusted_costs and sending_stopped_at is null and coalesce(sending_paused_until < since, true), true)
        and not exists (select from order_attempts begun where begun.provider_id = providers.id and begun.started_at > since)`,
  },
  {
    id: 'I7.2',
    says: `an order in progress at a provider has a poll entry, and no other has one; an open deposit has a time for its
      next poll`,
    // A full join never becomes a nested loop, which the planner picks for tables without statistics.
    sql: `select coalesce(awaited.user_id, sent.user_id), coalesce(awaited.order_id, sent.id)
      from (select * from orders where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING')) sent
      full join (select * from poll_queue where kind = 'order') awaited
        on awaited.user_id = sent.user_id and awaited.order_id = sent.id
        and awaited.provider_id = sent.provider_id and awaited.provider_ref = sent.provider_order
      where sent.id is null or awaited.order_id is null
      union all select user_id, id from deposits where status = 'pending' and due_at is null and failed_at is null`,
  },
  {
    id: 'I7.3',
    says: `a webhook is processed or retried at most ${minutesOfPatience} minutes late, or its deposit was polled since`,
    sql: `select news.id, news.reference from gateway_events news
      left join deposits on deposits.reference = news.reference
      where news.failed_at is not null and deposits.status is distinct from 'completed'
        and coalesce(deposits.answered_at, '-infinity') < received_at`,
    overdue: `select id, reference from gateway_events
      where processed_at is null and due_at < now() - interval '${minutesOfPatience} minutes'`,
  },
  {
    id: 'I7.4',
    says: `an order in refill has an open refill; an open refill has a poll entry, and no other has one; it is polled at most
      ${minutesOfPatience} minutes late, unless its provider cannot be called`,
    sql: `select user_id, id from orders where status = 'REFILL' and not exists (
        select from refills where refills.user_id = orders.user_id and refills.order_id = orders.id
          and refills.state in ('asking', 'pending', 'unknown'))
      union all select coalesce(refills.user_id, awaited.user_id), coalesce(refills.order_id, awaited.order_id)
      from (select * from refills where state in ('asking', 'pending', 'unknown')) refills
      full join (select * from poll_queue where kind = 'refill') awaited
        on awaited.user_id = refills.user_id and awaited.order_id = refills.order_id and awaited.number = refills.number
      where refills.user_id is null or awaited.user_id is null`,
    overdue: `select user_id, order_id from poll_queue join providers on providers.id = provider_id
      where kind = 'refill' and due_at < now() - interval '${minutesOfPatience} minutes'
        and reading_paused_until is null and key_ciphertext is not null`,
  },
  ...incidentsInvariants,
  {
    id: 'R1',
    says: 'the daily figures of each customer match the ledger, for every completely counted day',
    sql: `with closed as (select (counted_until at time zone 'UTC')::date as day from daily_progress where counted_until is not null),
      ledger as (
        select user_id, (created_at at time zone 'UTC')::date as day,
          sum(amount) filter (where type = 'order') as sold, sum(amount) filter (where type = 'refund') as refunded,
          sum(signed_amount) filter (where type = 'deposit') as deposits,
          sum(signed_amount) filter (where type = 'bonus' and deposit_id is not null) as bonuses,
          sum(signed_amount) filter (where type = 'bonus' and deposit_id is null) as corrections,
          count(*) filter (where type = 'order') as orders
        from transactions group by 1, 2
      )
      select user_id, day from (select * from ledger where day < (select day from closed)) ledger
      full join (select * from daily_customers where day < (select day from closed)) counted using (user_id, day)
      where coalesce(ledger.orders, 0) <> coalesce(counted.orders, 0) or coalesce(ledger.sold, 0) <> coalesce(counted.sold, 0)
        or coalesce(ledger.refunded, 0) <> coalesce(counted.refunded, 0)
        or coalesce(ledger.deposits, 0) <> coalesce(counted.deposits, 0)
        or coalesce(ledger.bonuses, 0) <> coalesce(counted.bonuses, 0)
        or coalesce(ledger.corrections, 0) <> coalesce(counted.corrections, 0)`,
  },
  {
    id: 'R2',
    says: "a day's figures are the sums over its customers, over its services and providers, and (today and yesterday) over its hours",
    sql: `select day from (
        select day, sum(orders) as orders, sum(sold) as sold, sum(refunded) as refunded, sum(cost) as cost,
          sum(deposits) as deposits, sum(bonuses) as bonuses, sum(corrections) as corrections
        from daily_customers group by day) customers
      full join (select day, sum(orders) as orders, sum(sold) as sold, sum(refunded) as refunded, sum(cost) as cost
        from daily_services group by day) services using (day)
      full join daily_totals totals using (day)
      left join (select (since at time zone 'UTC')::date as day, sum(orders) as orders, sum(sold) as sold,
        sum(refunded) as refunded, sum(cost) as cost from recent_totals group by 1) hours using (day)
      where (totals.orders, totals.sold, totals.refunded, totals.cost, totals.deposits, totals.bonuses, totals.corrections) is distinct
          from (customers.orders, customers.sold, customers.refunded, customers.cost, customers.deposits, customers.bonuses, customers.corrections)
        or (totals.orders, totals.sold, totals.refunded, totals.cost) is distinct from
          (coalesce(services.orders, 0), coalesce(services.sold, 0), coalesce(services.refunded, 0), coalesce(services.cost, 0))
        or day >= (now() at time zone 'UTC')::date - 1 and (totals.orders, totals.sold, totals.refunded, totals.cost) is distinct from
          (coalesce(hours.orders, 0), coalesce(hours.sold, 0), coalesce(hours.refunded, 0), coalesce(hours.cost, 0))`,
  },
  {
    id: 'R3',
    says: 'the cost of a completely counted day is that of the orders taken on it, corrected by the charges of those that ended on it; for providers in USD',
    sql: `with closed as (select (counted_until at time zone 'UTC')::date as day from daily_progress where counted_until is not null),
      usd as (${settledUsd('order_attempts')}),
      -- Most are charged what was expected.
      corrected as (
        select user_id, order_id, provider_id, finished_at, usd_units(charge, 1) - cost as correction
        from order_attempts join usd on usd.id = provider_id
        where state = 'accepted' and usd_units(charge, 1) <> cost and coalesce(charge_currency = usd.currency, true)
      ), ended as (
        select user_id, order_id, min(id) as id from corrected join order_events using (user_id, order_id)
        where type = 'status' and details ->> 'to' in ('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')
        group by user_id, order_id
      ), costs as (
        select provider_id, (finished_at at time zone 'UTC')::date as day, cost from order_attempts where state = 'accepted'
        union all
        select provider_id, (order_events.created_at at time zone 'UTC')::date, correction
        from corrected join ended using (user_id, order_id) join order_events using (user_id, order_id, id)
        where finished_at <= order_events.created_at
      )
      select provider_id, day from (select provider_id, day, sum(cost) as cost from costs group by 1, 2) costs
      full join (select provider_id, day, sum(cost) as cost from daily_services group by 1, 2) counted using (provider_id, day)
      join usd on usd.id = provider_id
      where day < (select day from closed) and coalesce(costs.cost, 0) <> coalesce(counted.cost, 0)`,
  },
  monthsInvariant,
  {
    id: 'S1',
    says: 'the audit log is numbered without gaps, each row has the hash of the one before, and only the personal data of deleted users is missing',
    sql: `select number from (
        select *, row_number() over (order by number) as place,
          coalesce(lag(hash) over (order by number), ''::bytea) as hash_before, ${rowHash} as hash_now,
          ${personalHash} as personal_hash_now
        from audit_log
      ) chained
      where number <> place or previous_hash <> hash_before or personal_hash <> personal_hash_now
        or hash <> hash_now or ${isPersonalMissing('chained')}`,
  },
]
