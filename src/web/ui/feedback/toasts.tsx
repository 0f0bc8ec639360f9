import { type ReactNode, useSyncExternalStore } from 'react'
import { announce } from './live-region.tsx'

export type ToastKind = 'success' | 'error' | 'info'
export type ToastEntry = { kind: ToastKind; message: string }

type Stack = Pick<typeof import('./toast-stack.tsx'), 'ToastStack' | 'showToast'>

/** Where no stack can be had; in the stack each kind has its time. */
const plainMilliseconds = 6_000

let shownStack: ReactNode
let showInStack: Stack['showToast'] | undefined
let waiting: readonly ToastEntry[] = []
const listeners = new Set<() => void>()
const none: readonly ToastEntry[] = []

/**
 * A short word at the top right, for 3 s, an error until it is closed: `toast('success', t('saved'))`. Callable from anywhere.
 * What shows it is Base UI's, 24 kB that most visits never need: they are fetched with the first word, which stands plainly
 * until they are there, and for some seconds where they cannot be had, as without a network.
 */
export function toast(kind: ToastKind, message: string): void {
  const entry = { kind, message }
  if (showInStack !== undefined) return showInStack(entry)
  setWaiting([...waiting, entry])
  import('./toast-stack.tsx').then(takeOver, () => {
    announce(message)
    setTimeout(() => setWaiting(waiting.filter((one) => one !== entry)), plainMilliseconds)
  })
}

/** Stands once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => shownStack,
    () => undefined,
  )
  const plain = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => none,
  )
  if (shown !== undefined) return shown
  return (
    <div aria-hidden className={toastPlaceClass}>
      {plain.map(({ message }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same word may stand there twice
        <p key={index} className={`${toastCardClass} py-4 text-14 wrap-anywhere`}>
          {message}
        </p>
      ))}
    </div>
  )
}

export const toastPlaceClass =
  'pointer-events-none fixed end-4 top-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2'
export const toastCardClass =
  'pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 shadow-receipt'

function takeOver({ ToastStack, showToast }: Stack): void {
  if (shownStack !== undefined) return
  shownStack = <ToastStack onReady={() => handOver(showToast)} />
  tell()
}

/** Once it stands: what is said to it earlier is lost. */
function handOver(showToast: Stack['showToast']): void {
  showInStack = showToast
  const heard = waiting
  setWaiting(none)
  for (const entry of heard) showToast(entry)
}

function setWaiting(entries: readonly ToastEntry[]): void {
  waiting = entries
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
