import { Dialog } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { languageNames, languages } from '#contract/base/languages.ts'
import type { Format } from '#contract/base/format.ts'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { switchLanguage } from '#web/platform/language/switch-language.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { setTheme } from '#web/ui/page/theme.ts'
import { cx } from '#web/ui/page/cx.ts'
import { foldText } from '#web/ui/text/fold-text.ts'
import { type OptionRows, useOptionList } from '#web/ui/combobox/use-option-list.ts'
import { findServices, type FoundService } from './find-services.ts'
import { orderPath } from '#web/parts/catalogue/service/order-path.ts'
import { paletteBoxClass, paletteClass, paletteLineClass } from './coming-palette.tsx'
import { sidebarGroups, userMenuEntries } from '#web/parts/frame/sidebar-entries.ts'
import { useStaffCommands } from '#web/parts/staff/use-staff-commands.ts'

type Command = { key: string; label: string; detail?: string | undefined; run: () => void }
type Navigate = (to: string) => void

const searchDelayMilliseconds = 120

type PaletteProps = {
  /** What was typed before this was here. */
  typed: string
  onClose: () => void
  onHelp: () => void
}

/**
 * Ctrl K: pages, an order by its id, a service by id, by name or for a link (which starts an order), the theme, the language, the shortcuts;
 * for staff also what they may open of the administration, and a user by email, first where they are there.
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

/** What is typed, and what it finds: a key draws neither the dialog nor the page behind it anew. */
function Commands({ typed, onClose, onHelp }: PaletteProps) {
  const t = useText(frameText)
  const format = useFormat()
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const box = useRef<HTMLInputElement>(null)
  // Base UI takes the focus there a frame after it is painted: a key between the two would be the page's. Not before its own
  // effects are through, which look where the focus comes from.
  useLayoutEffect(() => {
    queueMicrotask(() => box.current?.focus())
  }, [])
  const isAdmin = useSession()?.user.role === 'admin'
  const services = useServices(text)
  const go: Navigate = (to) => void navigate(to)
  const isAtDesk = useLocation().pathname.startsWith('/admin/')
  const own = [...orderCommands(text, t, go), ...pageCommands(text, { t, go, isAdmin, onHelp })]
  const desk = useStaffCommands(text, go)
  const commands = [
    ...(isAtDesk ? [...desk, ...own] : [...own, ...desk]),
    ...serviceCommands(services, { t, format, go, link: platformOfLink(text) && text }),
    ...linkCommands(text, t, go),
  ]
  const { input, list, rows, setActive } = useOptionList({
    count: commands.length,
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
      <div {...list} aria-label={t('palette')} className="overflow-y-auto p-2">
        {commands.map(({ key, label, detail }, index) => (
          <Row key={key} label={label} detail={detail} index={index} rows={rows} />
        ))}
      </div>
      {commands.length === 0 && <p className="px-5 pb-5 text-ink-2">{t('paletteEmpty')}</p>}
    </>
  )
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
      <span className="truncate max-narrow:line-clamp-2 max-narrow:wrap-anywhere max-narrow:whitespace-normal">
        {label}
      </span>
      {detail !== undefined && (
        <span className="figures shrink-0 text-14 whitespace-nowrap text-ink-3">{detail}</span>
      )}
    </div>
  )
})

function useServices(text: string): readonly FoundService[] {
  const [found, setFound] = useState<readonly FoundService[]>([])
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const services = text.trim() === '' ? [] : await findServices(text.trim()).catch(() => [])
      if (isCurrent) setFound(services)
    }, searchDelayMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return found
}

type Frame = Say<typeof frameText>

function orderCommands(text: string, t: Frame, go: Navigate): Command[] {
  const id = /^#?(\d{1,15})$/.exec(text.trim())?.[1]
  if (id === undefined) return []
  return [{ key: 'order', label: t('openOrder', { id }), run: () => go(`/orders/${id}`) }]
}

function pageCommands(
  text: string,
  { t, go, isAdmin, onHelp }: { t: Frame; go: Navigate; isAdmin: boolean; onHelp: () => void },
): Command[] {
  const pages = [...sidebarGroups(t, { isAdmin }).flatMap(({ entries }) => entries), ...userMenuEntries(t)]
  const commands: Command[] = pages.map(({ to, label }) => ({
    key: to + label,
    label,
    run: () => go(to),
  }))
  for (const theme of ['system', 'light', 'dark'] as const) {
    commands.push({ key: theme, label: t('useTheme', { theme: t(theme) }), run: () => setTheme(theme) })
  }
  for (const language of languages) {
    commands.push({
      key: language,
      label: t('useLanguage', { language: languageNames[language] }),
      run: () => void switchLanguage(language),
    })
  }
  commands.push({ key: 'shortcuts', label: t('shortcuts'), run: onHelp })
  // As services are searched: "nap tien" finds "Nạp tiền".
  const wanted = foldText(text)
  return commands.filter(({ label }) => foldText(label).includes(wanted))
}

function serviceCommands(
  services: readonly FoundService[],
  { t, format, go, link }: { t: Frame; format: Format; go: Navigate; link: string | undefined },
): Command[] {
  return services.map(({ id, name, rate }) => ({
    key: `service-${id}`,
    label: t('orderService', { name }),
    detail: `${id} · ${format.money(rate, 4)}`,
    run: () => go(orderPath(id, link)),
  }))
}

/** Below its services: all of what can be ordered for a link. */
function linkCommands(text: string, t: Frame, go: Navigate): Command[] {
  const platform = platformOfLink(text)
  if (platform === undefined) return []
  return [{ key: 'link', label: t('orderForLink', { platform }), run: () => go(orderPath(undefined, text)) }]
}
