import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'

/** Loaded with the first star: pages without stars have nothing to update. */
const favourites = () => import('./favourites.ts')

/** Keeps this tab's stars in sync with other tabs. Called once, by the frame of the signed-in pages. */
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

/** If it can no longer be loaded, the page shows no stars either. */
function ignore(): void {}
