import type { Client } from 'pg'

import { ConfigError } from '#server/lib/environment/environment.ts'

const OLDEST_CITUS = 13

/** Throws `ConfigError`, with a sentence, if a database can't be distributed. Changes nothing. */
export async function refuseUndistributable(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_used: boolean; citus: string | null; is_empty: boolean }>(
    `select (select extversion from pg_extension where extname = 'citus') as citus,
       to_regclass('users') is null as is_empty,
       exists (select from pg_stat_activity
         where datname = current_database() and application_name = 'tally-events') as is_used`,
  )
  const [found] = rows
  if (found === undefined || found.citus === null)
    throw new ConfigError(
      'This database is not on a Citus cluster: on the coordinator and on every worker, it needs `create extension citus` (docs/operating/several-machines.md). Nothing was changed.',
    )
  if (Number.parseInt(found.citus, 10) < OLDEST_CITUS)
    throw new ConfigError(
      `This cluster has Citus ${found.citus}; ${OLDEST_CITUS} or later is needed, and \`alter extension citus update\` on every node after an upgrade of it. Nothing was changed.`,
    )
  if (found.is_empty)
    throw new ConfigError(
      'This database has no tables yet. Start the product on it once first. Nothing was changed.',
    )
  if (found.is_used)
    throw new ConfigError('A product is running on this database. Stop it first. Nothing was changed.')
  await refuseNodes(client)
}

async function refuseNodes(client: Client): Promise<void> {
  const { rows } = await client.query<{ has_coordinator: boolean; workers: number }>(
    `select coalesce(bool_or(groupid = 0), false) as has_coordinator,
       count(*) filter (where groupid <> 0 and isactive and noderole = 'primary')::int as workers
     from pg_dist_node`,
  )
  const [nodes] = rows
  if (nodes?.has_coordinator !== true)
    throw new ConfigError(
      "This cluster's coordinator has no address yet: run `select citus_set_coordinator_host('its-address')` on it. Nothing was changed.",
    )
  if (nodes.workers === 0)
    throw new ConfigError(
      "This cluster has no worker yet: run `select citus_add_node('its-address', 5432)` on the coordinator. Nothing was changed.",
    )
}
