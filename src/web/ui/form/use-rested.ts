import { startTransition, useEffect, useState } from 'react'

/** Shorter than a noticeable delay, longer than the interval between keys in fast typing. */
const restMilliseconds = 60

/**
 * The typed text once typing pauses: for a list that takes longer to render than a key press. Results of text that is
 * replaced immediately are not rendered. Rendering has lower priority than keys.
 */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(text)), restMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
