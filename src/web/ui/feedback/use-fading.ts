import { useEffect, useEffectEvent, useState } from 'react'

/**
 * For a notice that goes by itself: what holds it is on `hold`. A pointer over it and the focus in it keep it for as long as
 * they stay; then its time begins anew. Without `milliseconds` it stays.
 */
export function useFading(milliseconds: number | undefined, onEnd: () => void) {
  const [isHeld, setIsHeld] = useState(false)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isHeld || milliseconds === undefined) return
    const timer = setTimeout(() => end(), milliseconds)
    return () => clearTimeout(timer)
  }, [isHeld, milliseconds])
  return {
    hold: {
      onPointerEnter: () => setIsHeld(true),
      onPointerLeave: () => setIsHeld(false),
      onFocus: () => setIsHeld(true),
      onBlur: () => setIsHeld(false),
    },
  }
}
