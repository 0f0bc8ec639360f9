import MenuPicture from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { lazy, type ReactNode } from 'react'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { NotificationBell } from '#web/parts/notifications/notification-bell.tsx'
import type { SessionUser } from '#web/platform/session/stored-session.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { KeyHint, useKeyShortcuts } from '#web/ui/keyboard/kbd.tsx'
import { OnDemand } from '#web/ui/dialog/on-demand.tsx'
import type { FrameEntry } from './frame-menu.ts'
import { UserButton } from './user-button.tsx'

const fetchUserMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(fetchUserMenu)

type TopBarProps = {
  user: SessionUser
  userMenu: readonly FrameEntry[]
  /** Next to the bell: the balance, or the label of the admin side. */
  children: ReactNode
  onMenu: () => void
  onPalette: () => void
  onLogout: () => void
}

export function TopBar({ user, userMenu, children, onMenu, onPalette, onLogout }: TopBarProps) {
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
      <div className="ms-auto flex min-w-0 items-center gap-1">
        {children}
        <NotificationBell />
        <OnDemand
          fetch={fetchUserMenu}
          renderButton={(demand) => <UserButton {...demand} name={user.name} />}
        >
          <UserMenu user={user} entries={userMenu} onLogout={onLogout} />
        </OnDemand>
      </div>
    </header>
  )
}
