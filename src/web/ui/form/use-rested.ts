import { startTransition, useEffect, useState } from 'react'

/** Shorter than a noticeable delay, longer than the time between two keys at full speed. */
const restMilliseconds = 60

/**
 * The typed text once the keys rest: for a list that takes longer to render than a key. Results of a text that is typed
 * over at once are not rendered. They are rendered when there is time: a key comes first.
 */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(text)), restMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
