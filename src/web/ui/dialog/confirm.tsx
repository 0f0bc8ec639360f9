import { lazy } from 'react'
import type { ConfirmProps } from './confirm-box.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useWasTrue } from './use-was-true.ts'

const ConfirmBox = lazy(async () => ({ default: (await import('./confirm-box.tsx')).ConfirmBox }))

/**
 * A question before something that counts. The focus begins at the way out; while it is being done nothing closes it; what was
 * refused is said in it, and it stays open. What opens it weighs 30 kB and is fetched when it is first asked.
 */
export function Confirm(props: ConfirmProps) {
  const wasOpened = useWasTrue(props.isOpen)
  return <LazyPart isFloating>{wasOpened && <ConfirmBox {...props} />}</LazyPart>
}
