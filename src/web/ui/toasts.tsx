import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { appText } from '#web/messages/app.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from './cx.ts'

type Kind = 'success' | 'error' | 'info'
type ToastEntry = { id: number; kind: Kind; message: string }

const shownMilliseconds = 3_000 // spec §9
const shownMax = 4

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()
const none: readonly ToastEntry[] = []

/** A short word at the top right, for 3 s, an error until it is closed: `toast('success', t('saved'))`. Callable from anywhere. */
export function toast(kind: Kind, message: string): void {
  lastId += 1
  update([...entries, { id: lastId, kind, message }].slice(-shownMax))
}

/** Stands once, in the root. */
export function Toasts() {
  const t = useText(appText)
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => none,
  )
  return (
    <section
      aria-label={t('notifications')}
      aria-live="polite"
      className="pointer-events-none fixed end-4 top-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </section>
  )
}

const looks = {
  success: { Picture: CircleCheck, ink: 'text-ok' },
  error: { Picture: CircleAlert, ink: 'text-bad' },
  info: { Picture: Info, ink: 'text-info' },
} satisfies Record<Kind, unknown>

function ToastCard({ entry }: { entry: ToastEntry }) {
  const t = useText(appText)
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld || entry.kind === 'error') return
    const timer = setTimeout(() => dismiss(entry.id), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [entry.id, entry.kind, isHeld])
  const { Picture, ink } = looks[entry.kind]
  return (
    <div
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex animate-[appear_120ms_linear] items-start gap-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 shadow-receipt"
    >
      <Picture aria-hidden className={cx('mt-2 size-5 shrink-0', ink)} />
      <p className="min-w-0 flex-1 py-2 text-14">{entry.message}</p>
      <button
        type="button"
        aria-label={t('close')}
        onClick={() => dismiss(entry.id)}
        className="grid size-9 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

function dismiss(id: number): void {
  update(entries.filter((entry) => entry.id !== id))
}

function update(next: readonly ToastEntry[]): void {
  entries = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
