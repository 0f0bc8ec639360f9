import { LogOut } from 'lucide-react'
import { NavLink, useNavigation } from 'react-router'
import { frameText } from '#web/messages/frame.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'
import { KeyHint } from '#web/ui/kbd.tsx'
import { Brand } from './brand.tsx'
import { sidebarGroups } from './sidebar-entries.ts'

const row =
  'flex min-h-9 items-center gap-3 rounded-control px-3 text-15 transition-colors duration-120 max-wide:min-h-11'

/** The menu of the signed-in pages: at the side on wide screens, in a sheet below 992 px. */
export function Sidebar({ isAdmin, onLogout }: { isAdmin: boolean; onLogout: () => void }) {
  const t = useText(frameText)
  const isLeaving = useNavigation().location !== undefined
  return (
    <div className="flex min-h-full flex-1 flex-col px-3 pb-5">
      <div className="flex h-16 items-center px-3">
        <Brand to="/dashboard" />
      </div>
      <nav aria-label={t('mainNavigation')} className="grid gap-4">
        {sidebarGroups({ isAdmin }).map(({ heading, entries }) => (
          <div key={heading}>
            <h2 id={`menu-${heading}`} className="px-3 pb-1 font-text text-12 text-ink-3">
              {t(heading)}
            </h2>
            <ul aria-labelledby={`menu-${heading}`}>
              {entries.map(({ to, label, Picture, shortcut }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === '/dashboard'}
                    // The press counts at once: the page follows.
                    className={({ isActive, isPending }) =>
                      cx(
                        row,
                        (isLeaving ? isPending : isActive)
                          ? 'bg-petrol-soft font-semibold text-ink chosen'
                          : 'text-ink-2 hover:bg-sunken hover:text-ink',
                      )
                    }
                  >
                    <Picture aria-hidden strokeWidth={1.5} className="size-4.5 shrink-0" />
                    <span className="flex-1">{t(label)}</span>
                    {shortcut !== undefined && <KeyHint keys={shortcut} />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <button
        type="button"
        onClick={onLogout}
        className={cx(row, 'mt-auto w-full text-ink-2 hover:bg-sunken hover:text-ink')}
      >
        <LogOut aria-hidden strokeWidth={1.5} className="size-4.5 shrink-0" />
        {t('logout')}
      </button>
    </div>
  )
}
