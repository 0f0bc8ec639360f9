import { useEffect, useEffectEvent, useState } from 'react'

/**
 * For a notice that closes automatically: put `hold` on its element. It stays while it is hovered or focused or the tab
 * is hidden; then its time restarts. Without `milliseconds` it stays.
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
