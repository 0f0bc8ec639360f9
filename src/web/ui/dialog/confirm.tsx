import { lazy } from 'react'
import type { ConfirmProps } from './confirm-box.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useWasTrue } from './use-was-true.ts'

const ConfirmBox = lazy(async () => ({ default: (await import('./confirm-box.tsx')).ConfirmBox }))

/**
 * Asks for confirmation. The focus starts on the cancel button; it can't be closed while the action runs; an error is
 * shown inside, and it stays open. Its code (30 kB) is loaded when it is first opened.
 */
export function Confirm(props: ConfirmProps) {
  const wasOpened = useWasTrue(props.isOpen)
  return <LazyPart isFloating>{wasOpened && <ConfirmBox {...props} />}</LazyPart>
}
