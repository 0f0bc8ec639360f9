import Star from 'lucide-react/icons/star'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { useIsFavourite } from './favourites.ts'
import { useStar } from './use-star.ts'

type StarButtonProps = { id: number; name: string; className?: string; isFloating?: boolean }

/** For signed-in users: adds a service to the favourites, or removes it. */
export function StarButton({ id, name, ...look }: StarButtonProps) {
  const t = useText(catalogueText)
  const isSignedIn = useSession() !== null
  const isFavourite = useIsFavourite(id)
  const star = useStar()
  if (!isSignedIn) return null
  return (
    <IconButton
      label={t('favouriteOf', { name })}
      aria-pressed={isFavourite}
      onClick={() => star(id, !isFavourite)}
      {...look}
    >
      <StarPicture isFavourite={isFavourite} />
    </IconButton>
  )
}

/** Full or empty: shown by shape, not only by colour. */
export function StarPicture({ isFavourite }: { isFavourite: boolean }) {
  return (
    <Star
      aria-hidden
      strokeWidth={1.5}
      className={cx('size-4.5', isFavourite ? 'fill-current text-petrol' : 'text-ink-3')}
    />
  )
}
