import { useLayoutEffect, useRef } from 'react'

/** As a button's `ref`: if the pressed button is replaced by this one, this one takes the focus. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus()
}

/** When `shown` changes, and what had the focus is gone with what was shown before, what `find` finds takes it. */
export function useLostFocus(shown: string | number, find: () => HTMLElement | null): void {
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown) takeLostFocus(find())
    before.current = shown
  })
}
