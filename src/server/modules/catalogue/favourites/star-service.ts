import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { keepShown } from '#server/modules/catalogue/public/keep-shown.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { insertStar, listStars, lockStars } from './favourites-queries.ts'

/** Once more changes nothing. Throws `service_not_found` for one that is not for sale, and `favourites_full`. */
export async function starService(
  ctx: Context,
  { userId, serviceId }: { userId: number; serviceId: number },
): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    await lockStars(tx, userId)
    const stars = await listStars(tx, userId)
    if (stars.some(({ service_id: id }) => id === serviceId)) return
    if ((await keepShown(tx, [serviceId])).length === 0) throw new AppError('service_not_found')
    if (stars.length >= limits.favouritesMax)
      throw new AppError('favourites_full', { max: limits.favouritesMax })
    await insertStar(tx, { userId, serviceId, now: ctx.clock() })
    publish({ topic: 'favourites', userId })
  })
}
