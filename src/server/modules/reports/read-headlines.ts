import type { Context } from '#server/context.ts'
import { remember } from '#server/lib/limits/remember.ts'

import { findHeadlines, type HeadlineRow } from './reports-queries.ts'

/** From so many users on it takes longer than a page of staff should wait for, and nobody sees ten seconds of change. */
const MANY_USERS = 10_000
const REMEMBERED_MS = 10_000

const readRemembered = remember(({ db }) => findHeadlines(db), { freshMs: REMEMBERED_MS, staleMs: 60_000 })
const large = new WeakSet<Context>()

/** As they are; with many users not older than a minute, and read anew behind what is older than 10 s. */
export async function readHeadlines(ctx: Context): Promise<HeadlineRow> {
  if (large.has(ctx)) return readRemembered(ctx)
  const row = await findHeadlines(ctx.db)
  if (row.users > MANY_USERS) large.add(ctx)
  return row
}
