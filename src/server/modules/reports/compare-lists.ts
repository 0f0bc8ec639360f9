import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { depositDifferences } from '#contract/reports/reconciliation.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type ListRow = {
  gateway: string
  until: Date
  fault: unknown
  payments: number
  amount: bigint | null
  differences: number
  code: (typeof depositDifferences)[number] | null
  id: bigint | null
  user_id: number | null
  reference: string
  gateway_status: string | null
  confirmed: bigint
  credited: bigint
}

/**
 * A day's ledger compared with gateways' own lists: one row per difference with the list's sums, or one without a code
 * if there is none; no rows for a list not read yet, or only from a later day on. A payment belongs to the day when its
 * deposit was credited, else to its own. A deposit paid long after opening may be in a part of the list no longer read,
 * so it is not reported as missing.
 */
export async function compareLists(
  db: Kysely<DB>,
  { since, until, namedMax }: { since: Date; until: Date; namedMax: number },
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    with known as materialized (
      -- All that the rest reads of customers, who are on other machines of a cluster than the lists.
      select gateway, reference, id, user_id, status, gateway_status, arrived, amount, credited_amount, created_at, completed_at
      from deposits where completed_at >= ${since} and completed_at < ${until}
      union
      select gateway, reference, id, user_id, status, gateway_status, arrived, amount, credited_amount, created_at, completed_at
      from deposits where reference = any (array(
        select reference from listed_payments where paid_at >= ${since} and paid_at < ${until}))
    ), completed as (
      select gateway, reference, known.id, user_id, gateway_status, coalesce(arrived, amount) as confirmed,
        coalesce(credited_amount, amount) as credited,
        credited_amount is null and created_at >= listed_since and completed_at < listed_until
          and completed_at < created_at + interval '2 days'
          and created_at > now() - ${`${limits.listedPaymentsDays - 10} days`}::interval as is_awaited
      from known join gateway_lists using (gateway)
      where completed_at >= ${since} and completed_at < ${until}
    ), paid as (
      select gateway, reference, count(*)::int as payments, max(listed.status) as status,
        case when count(*) = count(amount) then sum(amount)::bigint end as amount
      from completed join listed_payments listed using (gateway, reference)
      group by gateway, reference
      union all
      select gateway, reference, count(*)::int, max(status), case when count(*) = count(amount) then sum(amount)::bigint end
      from listed_payments listed
      where paid_at >= ${since} and paid_at < ${until} and not exists (select from known
        where known.reference = listed.reference
          and (known.status = 'completed' or known.gateway <> listed.gateway))
      group by gateway, reference
    ), named as (
      select gateway, id, user_id, reference, gateway_status, case when payments is null then 'not_listed' else 'listed_otherwise' end as code,
        coalesce(paid.amount, 0) as confirmed, credited
      from completed left join paid using (gateway, reference)
      where (payments is null and is_awaited) or abs(paid.amount - confirmed) >= 1000000
      union all
      select gateway, known.id, user_id, reference, paid.status, case when known.id is null then 'not_here' else 'listed_unpaid' end,
        coalesce(paid.amount, 0), 0
      from paid left join known using (gateway, reference)
      where known.status is null or known.status in ('pending', 'canceled')
    ), placed as (
      select *, row_number() over (partition by gateway order by abs(confirmed - credited) desc, reference) as place,
        count(*) over (partition by gateway) as differences
      from named
    ), summed as (
      select gateway, sum(payments)::int as payments, case when count(*) = count(amount) then sum(amount)::bigint end as amount
      from paid group by gateway
    )
    select lists.gateway, listed_until as until, fault, coalesce(payments, 0) as payments,
      case when payments is null then 0 else amount end as amount,
      coalesce(differences, 0)::int as differences, code, id, user_id, reference, gateway_status, confirmed, credited
    from gateway_lists lists
    left join summed using (gateway)
    left join placed on placed.gateway = lists.gateway and place <= ${namedMax}
    where listed_until > listed_since and listed_since < ${until}
    order by lists.gateway, place`.execute(db)
  return rows
}
