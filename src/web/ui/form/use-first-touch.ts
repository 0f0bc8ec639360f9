import { useEffect, useEffectEvent } from 'react'

const touches = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'input', 'scroll'] as const

/**
 * Calls `onTouch` once, when the visitor first does anything with the page: for what nobody needs before that. A focus that the
 * page sets itself is nothing that they did.
 */
export function useFirstTouch(onTouch: () => void): void {
  const touchedFirst = useEffectEvent(onTouch)
  useEffect(() => {
    const first = new AbortController()
    const touched = () => {
      first.abort()
      touchedFirst()
    }
    for (const touch of touches) addEventListener(touch, touched, { signal: first.signal, passive: true })
    return () => first.abort()
  }, [])
}
