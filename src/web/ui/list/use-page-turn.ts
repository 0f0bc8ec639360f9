import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Marks a step by a `Pager` link in the state of the history entry. */
export const turnsPage = 'turns-page'

/**
 * For a list higher than the screen: another page of it starts at its top, with the focus, unless the reader has
 * started typing meanwhile. Back restores the scroll position.
 */
export function usePageTurn(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const { key, state } = useLocation()
  const turn = useNavigationType() === 'PUSH' && state === turnsPage ? key : undefined
  useEffect(() => {
    if (turn === undefined || document.activeElement?.matches('input, textarea') === true) return
    list.current?.scrollIntoView({ behavior: 'instant' })
    list.current?.focus({ preventScroll: true })
  }, [turn])
  return list
}
