import { lazy } from 'react'
import type { DialogProps } from './dialog-box.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useWasTrue } from './use-was-true.ts'

/** For what must not begin before its dialog can be shown. */
export const fetchDialog = () => import('./dialog-box.tsx')

const DialogBox = lazy(async () => ({ default: (await fetchDialog()).DialogBox }))

/**
 * A question in the middle of the screen. The focus goes in, stays in, and comes back to where it was. What opens it weighs
 * 30 kB and is fetched when it is first opened.
 */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasTrue(props.isOpen)
  return <LazyPart isFloating>{wasOpened && <DialogBox {...props} />}</LazyPart>
}
