import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'

/** Fetched with the first star: pages without one have nothing to keep in step. */
const favourites = () => import('./favourites.ts')

/** Keeps the stars of this tab as another one sets them. Called once, by the frame of the signed-in pages. */
export function useLiveFavourites(): void {
  useLiveEvent('favourites', ({ service_ids: ids }, userId) => {
    void favourites()
      .then(({ keepFavourites }) => keepFavourites(userId, ids))
      .catch(ignore)
  })
  useLiveGaps((isFirst) => {
    if (isFirst) return
    void favourites().then(
      ({ loadFavourites, readFavourites }) => (readFavourites() === undefined ? undefined : loadFavourites()),
      ignore,
    )
  })
}

/** If they can no longer be fetched, the page shows no stars either. */
function ignore(): void {}
