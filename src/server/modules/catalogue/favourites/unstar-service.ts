import type { Context } from '#server/context.ts'

import { deleteStar } from './favourites-queries.ts'

/** One that is no favourite stays so. */
export async function unstarService(
  { db, news }: Pick<Context, 'db' | 'news'>,
  star: { userId: number; serviceId: number },
): Promise<void> {
  if (await deleteStar(db, star)) news.tell({ topic: 'favourites', userId: star.userId })
}
