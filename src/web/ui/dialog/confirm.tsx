import { lazy } from 'react'
import type { ConfirmProps } from './confirm-box.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useWasTrue } from './use-was-true.ts'

const ConfirmBox = lazy(async () => ({ default: (await import('./confirm-box.tsx')).ConfirmBox }))

/**
 * A question before something that matters. The focus begins on the button that cancels; nothing closes it while the
 * action runs; an error is shown in it, and it stays open. Its code is 30 kB and is fetched when it is first asked.
 */
export function Confirm(props: ConfirmProps) {
  const wasOpened = useWasTrue(props.isOpen)
  return <LazyPart isFloating>{wasOpened && <ConfirmBox {...props} />}</LazyPart>
}
