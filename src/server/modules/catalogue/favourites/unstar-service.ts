import type { Context } from '#server/context.ts'

import { deleteStar } from './favourites-queries.ts'

/** One that is no favourite stays so. */
export async function unstarService(
  { db, events }: Pick<Context, 'db' | 'events'>,
  star: { userId: number; serviceId: number },
): Promise<void> {
  if (await deleteStar(db, star)) events.publish({ topic: 'favourites', userId: star.userId })
}
