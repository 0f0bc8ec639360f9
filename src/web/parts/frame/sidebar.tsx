import LogOut from 'lucide-react/icons/log-out'
import { useNavigation } from 'react-router'
import { NavLink } from '#web/platform/page/link.tsx'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { KeyHint } from '#web/ui/keyboard/kbd.tsx'
import { Brand } from '#web/parts/site/brand.tsx'
import type { FrameEntry, FrameGroup } from './frame-menu.ts'

const row =
  'flex min-h-9 items-center gap-3 rounded-control px-3 text-15 transition-colors duration-120 wide:gap-2 max-wide:min-h-11'

type SidebarProps = {
  home: string
  groups: readonly FrameGroup[]
  /** At the end, above the logout. */
  last?: FrameEntry | undefined
  onLogout: () => void
}

/** The menu of the pages behind the login: at the side on wide screens, in a sheet below 992 px. */
export function Sidebar({ home, groups, last, onLogout }: SidebarProps) {
  const t = useText(frameText)
  return (
    <div className="flex min-h-full flex-1 flex-col px-3 pb-5 wide:px-2 max-wide:flex-none">
      <div className="flex h-16 shrink-0 items-center px-3">
        <Brand to={home} />
      </div>
      <nav aria-label={t('mainNavigation')} className="grid grid-cols-1 gap-4">
        {groups.map(({ id, heading, entries }) => (
          <div key={id}>
            <h2 id={`menu-${id}`} className="px-3 pb-1 font-text text-12 text-ink-3">
              {heading}
            </h2>
            <ul aria-labelledby={`menu-${id}`}>
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Entry {...entry} />
                  {entry.waiting !== undefined && (
                    // As a description: the page's name stays unchanged.
                    <span hidden id={waitingId(entry)}>
                      {entry.waiting.words}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-auto grid pt-4">
        {last !== undefined && <Entry {...last} />}
        <button
          type="button"
          onClick={onLogout}
          className={cx(row, 'w-full text-ink-2 hover:bg-sunken hover:text-ink')}
        >
          <LogOut aria-hidden strokeWidth={1.5} className="size-4.5 shrink-0" />
          {t('logout')}
        </button>
      </div>
    </div>
  )
}

function waitingId({ to }: Pick<FrameEntry, 'to'>): string {
  return `waiting-${to.replaceAll('/', '-')}`
}

function Entry({ to, label, Picture, shortcut, waiting, isExact = false }: FrameEntry) {
  const isLeaving = useNavigation().location !== undefined
  return (
    <NavLink
      to={waiting?.to ?? to}
      end={isExact}
      aria-describedby={waiting && waitingId({ to })}
      // Marked as current on press, before the page has loaded.
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
      <span className="min-w-0 flex-1 wide:truncate">{label}</span>
      {waiting !== undefined && (
        <span
          aria-hidden
          className="figures rounded-chip bg-foil-soft px-1.5 text-12 font-medium text-foil-ink forced-colors:border"
        >
          {waiting.shown}
        </span>
      )}
      {shortcut !== undefined && <KeyHint keys={shortcut} />}
    </NavLink>
  )
}
