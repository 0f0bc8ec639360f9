import { useEffect, useState } from 'react'
import { limits } from '#contract/base/limits.ts'

const restMilliseconds = limits.recheckSeconds * 1000

type Recheckable = { lastCheckedAt: Date | undefined; check: () => Promise<void> }

/**
 * The manual check button: within 10 seconds of the last check, a click shows a sentence instead; after each click the
 * button is disabled for 10 seconds (spec §5).
 */
export function useRecheck({ lastCheckedAt, check }: Recheckable) {
  const [heldUntil, setHeldUntil] = useState(0)
  const [now, setNow] = useState(0)
  const [isRefused, setIsRefused] = useState(false)
  const isHeld = now < heldUntil

  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isHeld])

  function press(): void {
    const pressedAt = Date.now()
    if (pressedAt < heldUntil) return setIsRefused(true)
    const isTooSoon = lastCheckedAt !== undefined && pressedAt - lastCheckedAt.getTime() < restMilliseconds
    setIsRefused(isTooSoon)
    setNow(pressedAt)
    setHeldUntil(pressedAt + restMilliseconds)
    if (!isTooSoon) void check()
  }

  return {
    isHeld,
    secondsLeft: Math.max(0, Math.ceil((heldUntil - now) / 1000)),
    isRefused: isRefused && isHeld,
    press,
  }
}
