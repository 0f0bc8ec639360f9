import { StarPicture } from '#web/parts/favourites/star-button.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { cx } from '#web/ui/page/cx.ts'
import type { useServicesView } from './use-services-view.ts'

type FavouritesFilterProps = {
  view: Pick<ReturnType<typeof useServicesView>, 'favourites' | 'isStarredAlone' | 'setStarredAlone'>
}

/** For signed-in users: only their favourites, combined with all other filters. */
export function FavouritesFilter({ view }: FavouritesFilterProps) {
  const t = useText(catalogueText)
  const format = useFormat()
  const isSignedIn = useSession() !== null
  const { favourites, isStarredAlone: isOn, setStarredAlone } = view
  if (!isSignedIn) return null
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => setStarredAlone(!isOn)}
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border px-3 text-14 transition-colors duration-120',
        isOn
          ? 'chosen border-petrol bg-petrol-soft font-semibold text-ink'
          : 'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink',
      )}
    >
      <StarPicture isFavourite={isOn} />
      {t('favourites')}
      {favourites !== undefined && (
        <span className="figures text-13 opacity-80">{format.number(favourites.size)}</span>
      )}
    </button>
  )
}
