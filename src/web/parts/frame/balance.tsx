import Plus from 'lucide-react/icons/plus'
import { Link } from '#web/platform/page/link.tsx'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { buttonClass } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'

/** The customer's balance in the top bar, with a link to add funds. */
export function Balance() {
  const t = useText(frameText)
  const balance = useSession()?.user.balance ?? 0n
  return (
    <div className="me-1 flex h-11 min-w-0 items-center gap-2 rounded-control border border-line bg-surface ps-3 pe-1 max-narrow:me-0 max-narrow:gap-1 max-narrow:ps-2">
      <span className="sr-only">{t('balance')}</span>
      <MoneyText amount={balance} decimals={2} className="font-medium max-[359px]:pe-2 max-[359px]:text-13" />
      <Link
        to="/add-funds"
        aria-label={t('addFunds')}
        // The whole amount has priority; the menu has this link too.
        className={cx(buttonClass({ size: 'tiny' }), 'max-narrow:px-2 max-[359px]:hidden')}
      >
        <Plus aria-hidden className="size-4 narrow:hidden" />
        <span className="max-narrow:hidden">{t('add')}</span>
      </Link>
    </div>
  )
}
