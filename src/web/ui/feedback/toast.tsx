import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { useFading } from './use-fading.ts'

export type ToastKind = 'success' | 'error' | 'info'
type ToastEntry = { id: number; kind: ToastKind; message: string }

const shownMilliseconds = 3_000 // spec §9
const shownMax = 4

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()
const none: readonly ToastEntry[] = []

/** A short message at the top right, for 3 s, errors until closed: `toast('success', t('saved'))`. Callable anywhere. */
export function toast(kind: ToastKind, message: string): void {
  lastId += 1
  change([{ id: lastId, kind, message }, ...entries])
}

function change(next: readonly ToastEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Rendered once, in the root, before the first toast, so that screen readers announce each: errors immediately, others
 * when they finish reading. F6 moves the focus to them, Escape closes the focused one and returns the focus.
 */
export function Toasts() {
  const t = useText(commonText)
  const place = useRef<HTMLElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => none,
  )
  const leave = () => {
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
    else place.current?.blur()
  }
  const close = (id: number) => {
    // The focused element is about to be removed.
    if (place.current?.contains(document.activeElement)) {
      if (entries.length > 1) place.current.focus()
      else leave()
    }
    change(entries.filter((entry) => entry.id !== id))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const focused = place.current?.contains(document.activeElement) ? document.activeElement : null
    if (event.key === 'F6' && entries.length > 0) {
      event.preventDefault()
      place.current?.focus()
    }
    if (event.key === 'Escape' && focused instanceof HTMLElement) {
      event.stopImmediatePropagation()
      const id = focused.closest<HTMLElement>('[data-toast]')?.dataset['toast']
      if (id === undefined) leave()
      else close(Number(id))
    }
  })
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    // Captured before a dialog's listener below, which would close the dialog on Escape.
    addEventListener('keydown', (event) => onKey(event), { signal, capture: true })
    place.current?.addEventListener(
      'focusin',
      ({ relatedTarget: from }) => {
        if (!(from instanceof Node && place.current?.contains(from))) cameFrom.current = from
      },
      { signal },
    )
    return () => end.abort()
  }, [])
  // Newest first: the oldest wait for room.
  const partOf = (isError: boolean) =>
    shown.map(
      (entry, at) =>
        (entry.kind === 'error') === isError && (
          <Toast key={entry.id} entry={entry} isWaiting={at >= shownMax} onClose={() => close(entry.id)} />
        ),
    )
  return (
    <section
      ref={place}
      aria-label={t('notifications')}
      tabIndex={-1}
      className="pointer-events-none fixed end-4 top-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 outline-offset-4 print:hidden"
    >
      <div aria-live="assertive" className="contents">
        {partOf(true)}
      </div>
      <div aria-live="polite" className="contents">
        {partOf(false)}
      </div>
    </section>
  )
}

const looks = {
  success: { Picture: CircleCheck, ink: 'text-ok' },
  error: { Picture: CircleAlert, ink: 'text-bad' },
  info: { Picture: Info, ink: 'text-info' },
} satisfies Record<ToastKind, unknown>

type ToastProps = { entry: ToastEntry; isWaiting: boolean; onClose: () => void }

function Toast({ entry: { id, kind, message }, isWaiting, onClose }: ToastProps) {
  const t = useText(commonText)
  const { hold } = useFading(kind === 'error' ? undefined : shownMilliseconds, onClose)
  const { Picture, ink } = looks[kind]
  return (
    <div
      {...hold}
      data-toast={id}
      hidden={isWaiting}
      className="pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 shadow-receipt"
    >
      <Picture aria-hidden className={cx('mt-2 size-5 shrink-0', ink)} />
      <p className="min-w-0 flex-1 py-2 text-14 wrap-anywhere">{message}</p>
      <button
        type="button"
        aria-label={t('close')}
        onClick={onClose}
        className="grid size-9 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
