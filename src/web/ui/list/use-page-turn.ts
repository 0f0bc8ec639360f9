import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The mark of a step that a link of a `Pager` made, in the history entry's state. */
export const turnsPage = 'turns-page'

/**
 * For a list that is higher than the screen: another page of it begins at its top, with the focus, unless the reader
 * has started to type somewhere meanwhile. Back restores what was seen.
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
