import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { useLiveFavourites } from '#web/parts/favourites/use-live-favourites.ts'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { buttonClass } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { AppFrame } from './app-frame.tsx'
import { sidebarGroups, userMenuEntries } from './sidebar-entries.ts'

/** The customer's side: its menu, and the balance on top. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const t = useText(frameText)
  useLiveFavourites()
  const isAdmin = useSession()?.user.role === 'admin'
  return (
    <AppFrame
      home="/dashboard"
      groups={sidebarGroups(t, { isAdmin })}
      userMenu={userMenuEntries(t)}
      onTop={<Balance />}
    >
      {children}
    </AppFrame>
  )
}

function Balance() {
  const t = useText(frameText)
  const balance = useSession()?.user.balance ?? 0n
  return (
    <div className="me-1 flex h-11 min-w-0 items-center gap-2 rounded-control border border-line bg-surface ps-3 pe-1 max-narrow:me-0 max-narrow:gap-1 max-narrow:ps-2">
      <span className="sr-only">{t('balance')}</span>
      <MoneyText amount={balance} canShorten className="font-medium max-[359px]:pe-2 max-[359px]:text-13" />
      <Link
        to="/add-funds"
        aria-label={t('addFunds')}
        // The figure is whole first; the menu leads there too.
        className={cx(buttonClass({ size: 'tiny' }), 'max-narrow:px-2 max-[359px]:hidden')}
      >
        <Plus aria-hidden className="size-4 narrow:hidden" />
        <span className="max-narrow:hidden">{t('add')}</span>
      </Link>
    </div>
  )
}
