import { useEffect, useRef } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { adminSettingsText } from './texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

type Part = PlainKey<typeof settingsPartsText>
type NavProps = { parts: readonly Part[]; current: Part; unsaved: readonly string[] }

/** A sidebar if there is room; otherwise a line that scrolls sideways, with the open section visible. */
export function SettingsNav({ parts, current, unsaved }: NavProps) {
  const t = useText(adminSettingsText)
  const say = useText(settingsPartsText)
  const line = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const open = line.current?.querySelector<HTMLElement>(`[data-part="${current}"]`)
    if (line.current !== null && open != null) line.current.scrollLeft = open.offsetLeft - 16
  }, [current])
  return (
    <nav aria-label={t('sections')} className="min-w-0 wide:sticky wide:top-20">
      <ul
        ref={line}
        className="sideways relative flex gap-1 max-wide:border-b max-wide:border-line wide:grid wide:gap-0.5"
      >
        {parts.map((part) => (
          <li key={part} className="shrink-0">
            <Link
              to={`/admin/settings/${part}`}
              data-part={part}
              preventScrollReset
              aria-current={part === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 px-3 text-15 -outline-offset-2 wide:min-h-9 wide:rounded-control',
                part === current
                  ? 'font-semibold text-ink chosen max-wide:border-b-2 max-wide:border-petrol wide:bg-petrol-soft'
                  : 'text-ink-2 hover:text-ink wide:hover:bg-sunken',
              )}
            >
              {say(part)}
              {unsaved.includes(part) && (
                <span className="size-2 rounded-full bg-foil">
                  <span className="sr-only">{t('unsaved')}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
