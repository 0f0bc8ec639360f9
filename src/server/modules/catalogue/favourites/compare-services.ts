import { listShownTerms } from '#server/modules/catalogue/public/list-shown-terms.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import {
  type Changed,
  insertNews,
  listStarred,
  listTold,
  lockLook,
  noteLook,
  type Terms,
  writeTold,
} from './favourite-updates-queries.ts'

/** What changes within so much is one piece of news, and what was changed back meanwhile is none. */
export const LOOK_EVERY_MS = 15 * 60_000

/**
 * Compares what is for sale with what those who starred it were last told, whoever changed it (a provider's list, staff, an
 * import): one comparison of two lists, and no hook in any of them. Answers true where there is news to tell.
 */
export async function lookAtServices(ctx: Context): Promise<boolean> {
  const now = ctx.clock()
  return transact(ctx, async (tx) => {
    const lookedAt = await lockLook(tx)
    if (lookedAt === undefined || now.getTime() - lookedAt.getTime() < LOOK_EVERY_MS) return false
    const shown = new Map((await listShownTerms(tx)).map((one) => [one.id, { ...one, isSold: true }]))
    const told = new Map((await listTold(tx)).map((one) => [one.id, one]))
    const unknown = [...shown.values()].filter(({ id }) => !told.has(id))
    const changed = [...told.values()].flatMap((before) => compare(before, shown.get(before.id)))
    await writeTold(tx, [...unknown, ...changed.map(({ after }) => after)])
    await noteLook(tx, now)
    const starred = new Set(
      await listStarred(
        tx,
        changed.map(({ after }) => after.id),
      ),
    )
    const changes = changed.filter(({ after }) => starred.has(after.id))
    if (changes.length > 0) await insertNews(tx, { changes, now })
    return changes.length > 0
  })
}

/** One that is off sale keeps the terms that were told, so that what it comes back with is compared with those. */
function compare(before: Terms, now: Terms | undefined): Changed[] {
  if (now === undefined) return before.isSold ? [{ before, after: { ...before, isSold: false } }] : []
  const isSame = before.isSold && before.rate === now.rate && before.min === now.min && before.max === now.max
  return isSame ? [] : [{ before, after: now }]
}
