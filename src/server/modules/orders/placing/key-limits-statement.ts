/**
 * Parts of the placing statement for orders by an API key: the daily limits of a key and of all keys of a customer, and
 * counting what was spent.
 */
type Parts = {
  /** The condition on a table's customers that a cluster needs, or nothing. */
  onShard: (table: string) => string
  /** The text after `for no key update`. */
  lock: string
}

/** Days are UTC. Same as `dayOf` and `spentOn` of the keys. */
const currentDay = "(now() at time zone 'UTC')::date"
const spentOf = (table: 'api_keys' | 'api_access', today = currentDay) =>
  `case when ${table}.spent_on >= ${today} then ${table}.spent else 0 end`

/** Keys that share a counter: a key and its replacements. Each row has their total; rotating gives all of them a new counter. */
const counterOf = 'coalesce(api_keys.limit_group, api_keys.id)'

/**
 * The daily limits of each key, with what was spent of them. The row of all keys is locked before the key's own, as when keys are
 * changed; both after the account, so no other tx counts at the same time. Every key has a row in api_access. `seen` is not
 * locked, so it is the key before the wait: one rotated meanwhile has a replacement that this statement would not count.
 *
 * The subquery is for Citus, which writes the result of a lock with joined subqueries in a format that differs from the one it
 * reads.
 */
export const allowanceOf = ({ onShard, lock }: Parts) => `allowance as materialized (select allowed.* from (
  select api_keys.user_id, api_keys.id as key_id, ${counterOf} as counter, ${currentDay} as today,
    api_keys.limit_group is distinct from seen.limit_group as is_rotated,
    api_keys.daily_limit as own_limit, ${spentOf('api_keys')} as own_spent,
    api_access.daily_limit as all_limit, ${spentOf('api_access')} as all_spent
  from (select distinct user_id, key_id from item where key_id is not null) asked
  join account on account.user_id = asked.user_id
  join api_access on api_access.user_id = asked.user_id${onShard('api_access')}
  join api_keys seen on seen.user_id = asked.user_id and seen.id = asked.key_id${onShard('seen')}
  join api_keys on api_keys.user_id = asked.user_id and api_keys.id = asked.key_id${onShard('api_keys')}
    and (api_keys.expires_at is null or api_keys.expires_at > now()) and not api_keys.is_test
  for no key update of api_access, api_keys ${lock}) allowed
)`

/**
 * Adds `amount` to what was spent. Never moves back to an earlier day. `today` is the allowance's: Citus does not
 * accept now() in such an update expression.
 */
const adding = (amount: string, table: 'api_keys' | 'api_access') =>
  `spent = ${spentOf(table, 'today')} + ${amount}, spent_on = greatest(${table}.spent_on, today)`

export const spentAfter = (kind: 'own' | 'all') =>
  `${kind}_spent + case when placed.id is null then 0 else price end as ${kind}_spent`
export const countOne = `, counted as (
  update api_access set ${adding('price', 'api_access')}
  from judged join debited using (user_id) where api_access.user_id = judged.user_id
), counted_own as (
  update api_keys set ${adding('price', 'api_keys')}
  from judged join debited using (user_id)
  where api_keys.user_id = judged.user_id and ${counterOf} = judged.counter
)`

/** `funds`: the limits of each item with the total spent after all placed orders. */
export const countMany = `, own_total as materialized (
  select user_id, counter, today, sum(price)::bigint as own_now from written where counter is not null
  group by user_id, counter, today
), all_total as materialized (
  select user_id, today, sum(own_now)::bigint as all_now from own_total group by user_id, today
), counted as (
  update api_access set ${adding('all_now', 'api_access')}
  from all_total where api_access.user_id = all_total.user_id
), counted_own as (
  update api_keys set ${adding('own_now', 'api_keys')}
  from own_total where api_keys.user_id = own_total.user_id and ${counterOf} = own_total.counter
), funds as (
  select at, own_limit, own_spent + coalesce(own_now, 0) as own_spent,
    all_limit, all_spent + coalesce(all_now, 0) as all_spent
  from summed left join own_total using (user_id, counter) left join all_total using (user_id)
)`

type Counted = { user_id: number; counter?: string | null; today?: string | null }
/** What an item's key, and all keys of its customer, spent on the placed orders. */
export type Spent = { own: bigint; all: bigint }

/** The same on a cluster, whose rows are parameters; undefined for items without a key's limits. */
export async function countOnShard(
  run: (text: string, values: unknown[]) => Promise<unknown>,
  placed: readonly (Counted & { price: bigint })[],
): Promise<(item: Counted) => Spent | undefined> {
  const [own, all] = [new Map<string, bigint>(), new Map<number, bigint>()]
  const byKey = placed.flatMap(({ counter, today, ...row }) =>
    counter && today ? [{ ...row, counter, today }] : [],
  )
  for (const { user_id: userId, counter, price } of byKey) {
    own.set(`${userId} ${counter}`, (own.get(`${userId} ${counter}`) ?? 0n) + price)
    all.set(userId, (all.get(userId) ?? 0n) + price)
  }
  const today = byKey[0]?.today
  if (today !== undefined) {
    await run(
      `update api_access set ${adding('amount', 'api_access')}
       from unnest($1::int[], $2::bigint[], $3::date[]) as total (user_id, amount, today)
       where api_access.user_id = total.user_id and api_access.user_id = any ($1::int[])`,
      [[...all.keys()], [...all.values()], [...all.keys()].map(() => today)],
    )
    const counters = [...own.keys()].map((key) => key.split(' '))
    await run(
      `update api_keys set ${adding('amount', 'api_keys')}
       from unnest($1::int[], $2::uuid[], $3::bigint[], $4::date[]) as total (user_id, counter, amount, today)
       where api_keys.user_id = total.user_id and api_keys.user_id = any ($1::int[]) and ${counterOf} = total.counter`,
      [
        counters.map(([userId]) => Number(userId)),
        counters.map(([, counter]) => counter),
        [...own.values()],
        counters.map(() => today),
      ],
    )
  }
  return ({ user_id: userId, counter }) =>
    counter === undefined
      ? undefined
      : { own: own.get(`${userId} ${counter ?? ''}`) ?? 0n, all: all.get(userId) ?? 0n }
}

export const runningOfKeys = `,
    sum(case when refusal is null and key_id is not null then price else 0 end)
      over (partition by user_id order by at)::bigint as all_running,
    sum(case when refusal is null then price else 0 end)
      over (partition by user_id, counter order by at)::bigint as own_running`
export const withinLimits = `and coalesce(own_spent + own_running <= own_limit, true)
    and coalesce(all_spent + all_running <= all_limit, true)`
