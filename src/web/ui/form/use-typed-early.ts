import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a field that the server rendered and React controls: text typed before hydration is only in the DOM, and the next
 * render would remove it. It is read in the same task.
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
