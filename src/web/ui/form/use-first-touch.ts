import { useEffect, useEffectEvent } from 'react'

const touches = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'input', 'scroll'] as const

/**
 * Calls `onTouch` once, at the first interaction with the page: for code that is not needed before. A focus set by the
 * page does not count.
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
