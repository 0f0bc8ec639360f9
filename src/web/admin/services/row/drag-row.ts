import type { PointerEvent as ReactPointerEvent } from 'react'

/** Where a row was dropped: next to a neighbour. */
export type Dropped = { before: number } | { after: number }

/**
 * Drags a table row by its handle (`data-row-id`), starting with this press. A line shows the new position; Escape, or
 * dropping it where it was, changes nothing.
 */
export function dragRow(press: ReactPointerEvent<HTMLElement>, onDrop: (to: Dropped) => void): void {
  const handle: HTMLElement = press.currentTarget
  const row = handle.closest('tr')
  if (row === null || press.button !== 0) return
  press.preventDefault()
  const rows = [...(row.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement)
  const dragging = new AbortController()
  const { signal } = dragging
  let to: Dropped | undefined
  const clear = () => {
    for (const one of rows) one.style.boxShadow = ''
  }
  const end = () => {
    clear()
    row.style.opacity = ''
    dragging.abort()
  }
  handle.setPointerCapture(press.pointerId)
  row.style.opacity = '0.5'
  handle.addEventListener(
    'pointermove',
    ({ clientY: y }) => {
      clear()
      to = undefined
      const next = rows.find((one) => y < middleOf(one)) ?? rows.at(-1)
      if (next === undefined || next === row) return
      const isAbove = y < middleOf(next)
      const neighbour = idOf(next)
      if (neighbour === undefined || (isAbove && next.previousElementSibling === row)) return
      to = isAbove ? { before: neighbour } : { after: neighbour }
      next.style.boxShadow = `inset 0 ${isAbove ? '2px' : '-2px'} 0 var(--color-petrol)`
    },
    { signal },
  )
  handle.addEventListener(
    'pointerup',
    () => {
      end()
      if (to !== undefined) onDrop(to)
    },
    { signal },
  )
  handle.addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

function idOf(row: Element): number | undefined {
  const id = Number(row.querySelector<HTMLElement>('[data-row-id]')?.dataset['rowId'])
  return Number.isInteger(id) && id > 0 ? id : undefined
}
