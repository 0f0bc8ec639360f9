import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a box that the server wrote and React holds the text of: what was typed before React was there stands in the box
 * alone, and the next render would take it away. It is taken over in the same turn.
 */
export function useTypedEarly(
  text: string,
  setText: (text: string) => void,
): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    const typed = box.current?.value ?? text
    if (typed !== text) setText(typed)
  })
  useLayoutEffect(() => takeOver(), [])
  return box
}
