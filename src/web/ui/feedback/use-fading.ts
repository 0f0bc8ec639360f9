import { useEffect, useEffectEvent, useState } from 'react'

/**
 * For a notice that goes automatically: put `hold` on the element that keeps it. It stays while the pointer or the
 * focus is in it or the tab is hidden; then its time starts again. Without `milliseconds` it stays.
 */
export function useFading(milliseconds: number | undefined, onEnd: () => void) {
  const [isPointed, setIsPointed] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isPointed || hasFocus
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isHeld || milliseconds === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => end(), milliseconds)
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [isHeld, milliseconds])
  return {
    hold: {
      onPointerEnter: () => setIsPointed(true),
      onPointerLeave: () => setIsPointed(false),
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  }
}
