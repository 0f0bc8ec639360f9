import { Menu as MenuPicture, Search } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { frameText } from '#web/messages/frame.ts'
import { useText } from '#web/messages/text.ts'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import type { SessionUser } from '#web/session/stored-session.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyHint, useKeyShortcuts } from '#web/ui/kbd.tsx'
import { MoneyText } from '#web/ui/money.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { UserButton } from './user-button.tsx'

const fetchUserMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(fetchUserMenu)

type TopBarProps = { user: SessionUser; onMenu: () => void; onPalette: () => void; onLogout: () => void }

export function TopBar({ user, onMenu, onPalette, onLogout }: TopBarProps) {
  const t = useText(frameText)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b max-[359px]:gap-1 border-line bg-canvas px-2 wide:px-7">
      <IconButton label={t('menu')} onClick={onMenu} className="wide:hidden">
        <MenuPicture aria-hidden className="size-5" />
      </IconButton>
      <button
        type="button"
        aria-keyshortcuts={useKeyShortcuts('mod+K')}
        onClick={onPalette}
        className="flex h-9 w-80 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-start text-ink-3 hover:border-ink-3 max-wide:size-11 max-wide:justify-center max-wide:border-transparent max-wide:bg-transparent max-wide:px-0"
      >
        <Search aria-hidden className="size-4 max-wide:size-5" />
        <span className="flex-1 max-wide:sr-only">{t('searchOrJump')}</span>
        <KeyHint keys="mod+K" />
      </button>
      <div className="ms-auto flex items-center gap-1">
        <Balance user={user} />
        <NotificationBell />
        <OnDemand
          fetch={fetchUserMenu}
          renderButton={(demand) => <UserButton {...demand} name={user.name} />}
        >
          <UserMenu user={user} onLogout={onLogout} />
        </OnDemand>
      </div>
    </header>
  )
}

function Balance({ user }: { user: SessionUser }) {
  const t = useText(frameText)
  return (
    <div className="me-1 flex h-11 max-[359px]:me-0 items-center gap-2 rounded-control border border-line bg-surface ps-3 pe-1">
      <span className="sr-only">{t('balance')}</span>
      <MoneyText amount={user.balance} className="font-medium max-[359px]:pe-2 max-[359px]:text-13" />
      <Link
        to="/add-funds"
        aria-label={t('addFunds')}
        // The figure is whole first; the menu leads there too.
        className={cx(buttonClass({ size: 'tiny' }), 'max-[359px]:hidden')}
      >
        {t('add')}
      </Link>
    </div>
  )
}
