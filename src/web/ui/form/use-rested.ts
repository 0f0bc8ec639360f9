import { startTransition, useEffect, useState } from 'react'

/** Shorter than a noticeable delay, longer than the time between two keys at full speed. */
const restMilliseconds = 60

/**
 * What is typed, once the keys rest: for a list that takes longer to draw than a key. What it would show of a text that is
 * typed over at once nobody sees. It is drawn when there is time for it: a key comes first.
 */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(text)), restMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
