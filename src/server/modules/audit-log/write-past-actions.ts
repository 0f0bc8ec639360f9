import type { Client } from 'pg'

import type { StaffActionCode } from '#contract/audit-log/staff-actions.ts'

import { findHead, rowHash } from './audit-log-rows.ts'

export type PastAction = {
  actorId: number
  action: StaffActionCode
  id: bigint
  /** JSON. */
  after: string
  reason: string
  at: Date
}

/** Appends past actions, oldest first, to the audit log's chain. Only while nothing else writes to it. */
export async function writePastActions(client: Client, actions: readonly PastAction[]): Promise<void> {
  if (actions.length === 0) return
  const head = await findHead(client)
  await client.query(
    `with recursive given as materialized (
      select *, split_part(action, '.', 1) as subject, null::jsonb as before, null::uuid as key_id, '192.0.2.1' as address,
        null::bytea as personal_hash
      from unnest($1::int[], $2::text[], $3::bigint[], $4::jsonb[], $5::text[], $6::timestamptz(3)[])
        with ordinality as given (actor_id, action, subject_id, after, reason, created_at, place)
    ), chain (place, number, previous_hash, hash) as (
      select 0::bigint, $7::bigint, ''::bytea, $8::bytea
      union all
      select place, number, previous_hash, ${rowHash} from (
        select given.*, chain.number + 1 as number, chain.hash as previous_hash
        from chain join given on given.place = chain.place + 1
      ) next
    )
    insert into audit_log (number, actor_id, action, subject, subject_id, after, reason, address, created_at, previous_hash, hash)
    select number, actor_id, action, subject, subject_id, after, reason, address, created_at, previous_hash, hash
    from chain join given using (place) order by number`,
    [
      actions.map(({ actorId }) => actorId),
      actions.map(({ action }) => action),
      actions.map(({ id }) => id),
      actions.map(({ after }) => after),
      actions.map(({ reason }) => reason),
      actions.map(({ at }) => at),
      head?.number ?? 0n,
      head?.hash ?? Buffer.alloc(0),
    ],
  )
}
