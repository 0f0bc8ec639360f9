import { useEffect } from 'react'

const touches = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'scroll'] as const

/** Calls `onTouch` once, when the visitor first does anything with the page: for what nobody needs before that. */
export function useFirstTouch(onTouch: () => void): void {
  useEffect(() => {
    const first = new AbortController()
    const touched = () => {
      first.abort()
      onTouch()
    }
    for (const touch of touches) addEventListener(touch, touched, { signal: first.signal, passive: true })
    return () => first.abort()
    // What it calls first is what it calls: it is called once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
