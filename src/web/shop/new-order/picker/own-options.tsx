import { useIsFavourite } from '#web/parts/favourites/favourites.ts'
import { StarPicture } from '#web/parts/favourites/star-button.tsx'
import { useStar } from '#web/parts/favourites/use-star.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { KeyHint } from '#web/ui/keyboard/kbd.tsx'
import type { ServiceGroup } from './own-first.ts'
import type { OwnList } from './use-own-first.ts'

const headings = {
  favourites: 'favourites',
  orderedLately: 'orderedLately',
  others: 'otherServices',
} as const

/** Above the first service of a group. Visual only: each option announces to screen readers that it is a favourite. */
export function GroupHeading({ group }: { group: ServiceGroup | undefined }) {
  const t = useText(catalogueText)
  if (group === undefined) return null
  return (
    <p aria-hidden className="border-b border-line bg-sunken px-3 py-1 text-12 font-semibold text-ink-2">
      {t(headings[group.kind])}
    </p>
  )
}

/** Options contain no focusable elements: this is for pointers, and the box has a key for it. */
export function OptionStar({ id }: { id: number }) {
  const t = useText(catalogueText)
  const isFavourite = useIsFavourite(id)
  const star = useStar()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
    <span
      onClick={(event) => {
        event.stopPropagation()
        star(id, !isFavourite)
      }}
      className="grid size-9 place-items-center rounded-control hover:bg-sunken max-wide:size-11 max-narrow:col-start-3 max-narrow:row-span-2 max-narrow:row-start-1"
    >
      <StarPicture isFavourite={isFavourite} />
      {isFavourite && <span className="sr-only">{t('favourite')}</span>}
    </span>
  )
}

/** Above the list: a filter for favourites, and the key that stars. */
export function FavouritesAlone({ own: { isAlone, setIsAlone } }: { own: OwnList }) {
  const t = useText(catalogueText)
  return (
    <div className="flex items-center justify-between gap-3 border-b border-line px-3 py-1.5">
      <button
        type="button"
        aria-pressed={isAlone}
        // The box keeps the focus for typing.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setIsAlone(!isAlone)}
        className={cx(
          'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-13 max-wide:min-h-11',
          isAlone
            ? 'chosen border-petrol bg-petrol-soft font-semibold text-ink'
            : 'border-line text-ink-2 hover:border-line-strong hover:text-ink',
        )}
      >
        <StarPicture isFavourite={isAlone} />
        {t('favouritesAlone')}
      </button>
      <span className="flex items-center gap-2 text-12 text-ink-3 max-wide:hidden touch:hidden">
        <KeyHint keys="mod+D" /> {t('starsIt')}
      </span>
    </div>
  )
}
