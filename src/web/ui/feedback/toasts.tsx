import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useFirstTouch } from '#web/ui/form/use-first-touch.ts'
import { announce } from './live-region.tsx'

export type ToastKind = 'success' | 'error' | 'info'
export type ToastEntry = { kind: ToastKind; message: string }

const waiting: ToastEntry[] = []
/** Shows what waits; by the stack once it stands, until then by what fetches it. */
let show = (): void => {}

/** A short word at the top right, for 3 s, an error until it is closed: `toast('success', t('saved'))`. Callable from anywhere. */
export function toast(kind: ToastKind, message: string): void {
  waiting.push({ kind, message })
  show()
}

/**
 * Stands once, in the root. The stack is Base UI's, 24 kB that nobody needs before they do something: it is fetched when
 * they first touch the page, so that it is there also where the network is gone by then.
 */
export function Toasts() {
  const [Stack, setStack] = useState<ComponentType>()
  const fetchStack = useEffectEvent(() => {
    import('./toast-stack.tsx').then(
      ({ ToastStack }) => setStack(() => ToastStack),
      () => takeToasts().forEach(({ message }) => announce(message)),
    )
  })
  useFirstTouch(() => fetchStack())
  useEffect(() => {
    if (Stack === undefined) return showToastsBy(() => fetchStack())
    return undefined
  }, [Stack])
  return Stack && <Stack />
}

/** From here on `toast` calls `next`, and at once where something waits. Returns what ends that. */
export function showToastsBy(next: () => void): () => void {
  show = next
  if (waiting.length > 0) next()
  return () => {
    if (show === next) show = () => {}
  }
}

export function takeToasts(): ToastEntry[] {
  return waiting.splice(0)
}
