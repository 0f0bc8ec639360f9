import { useLiveEvent, useLiveReturn } from '#web/live/live-events.ts'
import { keepFavourites, loadFavourites, readFavourites } from './favourites.ts'

/** Keeps the stars of this tab as another one sets them. Called once, by the frame of the signed-in pages. */
export function useLiveFavourites(): void {
  useLiveEvent('favourites', ({ service_ids: ids }, userId) => keepFavourites(userId, ids))
  useLiveReturn(() => {
    if (readFavourites() !== undefined) void loadFavourites()
  })
}
