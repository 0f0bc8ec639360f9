import Repeat2 from 'lucide-react/icons/repeat-2'
import { orderAgainText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { type ButtonSize, IconLink, LinkButton } from '#web/ui/page/button.tsx'
import { addressOfAgain, startAgain } from './fill-again.ts'

/** Opens New Order with this order's values; Place Order there orders it again at the current price. */
export function OrderAgain({ id, size = 'normal' }: { id: number; size?: ButtonSize }) {
  const t = useText(orderAgainText)
  return (
    <LinkButton tone="secondary" size={size} to={addressOfAgain(id)} onClick={startAgain}>
      <Repeat2 aria-hidden className="size-4" />
      {t('again')}
    </LinkButton>
  )
}

/** The same in a row. */
export function OrderAgainIcon({ id }: { id: number }) {
  const t = useText(orderAgainText)
  return (
    <IconLink label={t('againOf', { id: String(id) })} to={addressOfAgain(id)} onClick={startAgain}>
      <Repeat2 aria-hidden className="size-4" />
    </IconLink>
  )
}
