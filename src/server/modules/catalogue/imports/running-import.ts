import type { Kysely, Selectable } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** The columns of an import that its steps need. */
export type RunningImport = Pick<
  Selectable<DB['imports']>,
  | 'id'
  | 'provider_id'
  | 'overwrites'
  | 'platform'
  | 'markup_basis_points'
  | 'currency'
  | 'usd_per_unit'
  | 'rate_per'
  | 'translates'
  | 'translator_failures'
  | 'actor_id'
  | 'address'
  | 'total'
  | 'created'
  | 'updated'
  | 'skipped'
  | 'errors'
>

export async function getImport(db: Kysely<DB>, id: number): Promise<RunningImport> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
