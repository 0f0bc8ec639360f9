import { lazy } from 'react'
import type { DialogProps } from './dialog-box.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useWasTrue } from './use-was-true.ts'

/** Loads the dialog's code, for actions that must not start before it can be shown. */
export const fetchDialog = () => import('./dialog-box.tsx')

const DialogBox = lazy(async () => ({ default: (await fetchDialog()).DialogBox }))

/**
 * A modal dialog. The focus moves in, stays in, and returns to where it was. Its code (30 kB) is loaded when it is
 * first opened.
 */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasTrue(props.isOpen)
  return <LazyPart isFloating>{wasOpened && <DialogBox {...props} />}</LazyPart>
}
