import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** As a button's `ref`: if the pressed button is replaced by this one, this one takes the focus. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true })
}

/**
 * When what had the focus is gone from a part, what `find` finds takes it. The answer goes to the part as its properties. A part that
 * never had the focus takes none.
 */
export function useLostFocus(find: () => HTMLElement | null) {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false) return
    focused.current = null
    takeLostFocus(find())
  })
  return {
    onFocus(event: FocusEvent) {
      focused.current = event.target
    },
    // What is removed is not left.
    onBlur(event: FocusEvent) {
      if (event.target.isConnected) focused.current = null
    },
  }
}
