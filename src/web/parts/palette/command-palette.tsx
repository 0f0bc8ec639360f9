import { Dialog } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import type { staffGroups as StaffGroups } from '#web/parts/staff/staff-commands.ts'
import { report } from '#web/platform/api/report.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { cx } from '#web/ui/page/cx.ts'
import { type OptionRows, useOptionList } from '#web/ui/combobox/use-option-list.ts'
import { paletteBoxClass, paletteClass, paletteLineClass } from './coming-palette.tsx'
import type { Command, CommandGroup, Navigate } from './command.ts'
import { ownGroups } from './own-commands.ts'
import { paletteText } from './texts.en.ts'
import { useFound } from './use-found.ts'

type PaletteProps = {
  /** What was typed before this was loaded. */
  typed: string
  onClose: () => void
  onHelp: () => void
}

/**
 * Ctrl K: pages by name and common synonyms, services (which start an order), own orders, tickets and transactions,
 * questions, the theme, the language, the shortcuts; for staff also their admin pages and search results, listed first
 * once they are loaded.
 */
export default function CommandPalette(props: PaletteProps) {
  const t = useText(frameText)
  return (
    <Dialog.Root open onOpenChange={props.onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-120 data-starting-style:opacity-0" />
        <Dialog.Popup className={paletteClass}>
          <Dialog.Title className="sr-only">{t('palette')}</Dialog.Title>
          <Commands {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The typed text and its results: a key press renders neither the dialog nor the page behind it. */
function Commands({ typed, onClose, onHelp }: PaletteProps) {
  const t = useText(frameText)
  const words = useText(paletteText)
  const catalogue = useText(catalogueText)
  const format = useFormat()
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const box = useRef<HTMLInputElement>(null)
  // Base UI moves the focus a frame after paint: a key in between would go to the page. Not before its own effects have
  // run, which record where the focus comes from.
  useLayoutEffect(() => {
    queueMicrotask(() => box.current?.focus())
  }, [])
  const user = useSession()?.user
  const go: Navigate = (to) => void navigate(to)
  const finds = useFound(text)
  const isAdmin = user?.role === 'admin'
  const own = ownGroups({ text, finds, t, own: words, catalogue, format, go, isAdmin, onHelp })
  const toStaffGroups = useStaffGroups(isAdmin)
  const staff =
    user === undefined ? [] : (toStaffGroups?.({ user, text, found: finds.own?.staff ?? null, go }) ?? [])
  const isAdminPage = useLocation().pathname.startsWith('/admin/')
  const all = isAdminPage ? [...staff, ...own] : [...own, ...staff]
  const groups = useArrivals(
    text,
    all.filter(({ commands: some }) => some.length > 0),
  )
  const commands = groups.flatMap(({ commands: some }) => some)
  const { input, list, rows, setActive } = useOptionList({
    count: commands.length,
    // Before anything is typed the first command is active, even after the staff pages are loaded.
    keys: text === '' ? undefined : commands.map(({ key }) => key),
    onClose,
    onChoose: (index) => {
      commands[index]?.run()
      onClose()
    },
  })
  return (
    <>
      <div className={paletteLineClass}>
        <Search aria-hidden className="size-5 text-ink-3" />
        <input
          {...input}
          ref={box}
          aria-label={t('searchOrJump')}
          placeholder={t('paletteHint')}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          className={paletteBoxClass}
        />
      </div>
      {commands.length > 0 && (
        <div {...list} aria-label={t('palette')} className="overflow-y-auto p-2">
          <Groups groups={groups} rows={rows} />
        </div>
      )}
      <output className={commands.length > 0 || finds.isSearching ? 'sr-only' : 'px-5 py-5 text-ink-2'}>
        {commands.length === 0 && !finds.isSearching && words('nothing', { text: text.trim() })}
      </output>
    </>
  )
}

/** Late results for a text are placed below existing ones, in order of arrival. */
function useArrivals(text: string, groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const [arrived, setArrived] = useState<{ text: string; ids: readonly string[] }>({ text, ids: [] })
  const late = new Map(groups.filter(({ isLate }) => isLate).map((group) => [group.id, group]))
  const before = arrived.text === text ? arrived.ids.filter((id) => late.has(id)) : []
  const ids = [...new Set([...before, ...late.keys()])]
  if (arrived.text !== text || ids.join() !== arrived.ids.join()) setArrived({ text, ids })
  return [
    ...groups.filter(({ isLate }) => !isLate),
    ...ids.map((id) => late.get(id)).filter((group) => group !== undefined),
  ]
}

/** The code for staff, which customers never load; undefined until it is loaded. */
function useStaffGroups(isStaff: boolean): typeof StaffGroups | undefined {
  const [toGroups, setToGroups] = useState<typeof StaffGroups>()
  useEffect(() => {
    if (!isStaff) return
    let isCurrent = true
    const fetchGroups = async () => {
      const { staffGroups } = await import('#web/parts/staff/staff-commands.ts')
      if (isCurrent) setToGroups(() => staffGroups)
    }
    fetchGroups().catch(report)
    return () => {
      isCurrent = false
    }
  }, [isStaff])
  return toGroups
}

function Groups({ groups, rows }: { groups: readonly CommandGroup[]; rows: OptionRows }) {
  const id = useId()
  const starts = groups.map((_group, at) =>
    groups.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0),
  )
  return groups.map((group, at) => (
    <fieldset key={group.id} aria-labelledby={`${id}-${group.id}`} className="m-0 min-w-0 border-0 p-0">
      <div id={`${id}-${group.id}`} className="px-3 pt-3 pb-1 text-13 font-bold text-ink-3">
        {group.heading}
      </div>
      {group.commands.map(({ key, label, detail }, index) => (
        <Row key={key} label={label} detail={detail} index={(starts[at] ?? 0) + index} rows={rows} />
      ))}
    </fieldset>
  ))
}

type RowProps = Pick<Command, 'label' | 'detail'> & { index: number; rows: OptionRows }

const Row = memo(function Row({ label, detail, index, rows }: RowProps) {
  return (
    <div
      {...rows.option(index)}
      className={cx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 max-narrow:py-2',
        index === rows.active && 'chosen bg-petrol-soft',
      )}
    >
      <span className="min-w-0 truncate max-narrow:line-clamp-2 max-narrow:wrap-anywhere max-narrow:whitespace-normal">
        {label}
      </span>
      {detail !== undefined && (
        <span className="figures max-w-[60%] shrink-0 truncate text-14 text-ink-3">{detail}</span>
      )}
    </div>
  )
})
