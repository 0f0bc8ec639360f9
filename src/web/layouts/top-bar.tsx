import { Menu as MenuPicture, Search, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { frameText } from '#web/messages/en/frame.ts'
import { useText } from '#web/messages/text.ts'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import type { SessionUser } from '#web/stored-session.ts'
import { setTheme, type Theme, useTheme } from '#web/theme.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuAction, MenuChoice, MenuLink, MenuRule } from '#web/ui/menu.tsx'
import { MoneyText } from '#web/ui/money.tsx'
import { userMenuEntries } from './sidebar-entries.ts'

type TopBarProps = { user: SessionUser; onMenu: () => void; onPalette: () => void; onLogout: () => void }

export function TopBar({ user, onMenu, onPalette, onLogout }: TopBarProps) {
  const t = useText(frameText)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-canvas px-2 wide:px-7">
      <IconButton label={t('menu')} onClick={onMenu} className="wide:hidden">
        <MenuPicture aria-hidden className="size-5" />
      </IconButton>
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={onPalette}
        className="flex h-9 w-80 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-start text-ink-3 hover:border-ink-3 max-wide:size-11 max-wide:justify-center max-wide:border-transparent max-wide:bg-transparent max-wide:px-0"
      >
        <Search aria-hidden className="size-4 max-wide:size-5" />
        <span className="flex-1 max-wide:sr-only">{t('searchOrJump')}</span>
        <span aria-hidden className="max-wide:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      <div className="ms-auto flex items-center gap-1">
        <Balance user={user} />
        <NotificationBell />
        <UserMenu user={user} onLogout={onLogout} />
      </div>
    </header>
  )
}

function Balance({ user }: { user: SessionUser }) {
  const t = useText(frameText)
  return (
    <div className="me-1 flex h-11 items-center gap-2 rounded-control border border-line bg-surface ps-3 pe-1">
      <span className="sr-only">{t('balance')}</span>
      <MoneyText amount={user.balance} className="font-medium" />
      <Link
        to="/add-funds"
        aria-label={t('addFunds')}
        className={buttonClass({ size: 'small' })
          .replace('min-h-9', 'min-h-8')
          .replace('max-wide:min-h-11', 'max-wide:min-h-9')}
      >
        {t('add')}
      </Link>
    </div>
  )
}

function UserMenu({ user, onLogout }: { user: SessionUser; onLogout: () => void }) {
  const t = useText(frameText)
  const theme = useTheme()
  const trigger = (
    <IconButton label={t('userMenu', { name: user.name })}>
      <UserRound aria-hidden className="size-5" />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      <div className="max-w-72 px-3 py-2">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-13 text-ink-3">{user.email}</p>
      </div>
      <MenuRule />
      {userMenuEntries.map(({ to, label }) => (
        <MenuLink key={to} to={to}>
          {t(label)}
        </MenuLink>
      ))}
      <MenuChoice
        label={t('theme')}
        value={theme}
        // The values are the options below.
        onChange={(value) => setTheme(value as Theme)}
        options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <MenuRule />
      <MenuAction onPress={onLogout}>{t('logout')}</MenuAction>
    </Menu>
  )
}
