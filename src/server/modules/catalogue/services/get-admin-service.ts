import type { Kysely } from 'kysely'

import type { AdminService } from '#contract/catalogue/admin-services.ts'
import { AppError } from '#contract/base/errors.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findAdminService } from './admin-queries.ts'

/** As staff see it, with its cost and provider. Throws `service_not_found`. */
export async function getAdminService(db: Kysely<DB>, id: number): Promise<AdminService> {
  const service = await findAdminService(db, id)
  if (service === undefined) throw new AppError('service_not_found')
  return service
}
