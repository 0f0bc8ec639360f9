import { type RefObject, useRef } from 'react'
import { useSingleKey } from './single-keys.ts'

/** The focusable element of a row: its checkbox, else the link or button that represents the whole row. */
const stopOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('[data-pick]') ?? row?.querySelector<HTMLElement>('.row-link')

/**
 * J and K move the focus from row to row, X toggles the row's checkbox, Enter opens the row. From anywhere else on the
 * page J starts at the first row. Attach the returned ref to the table, or to a list whose items are the rows.
 */
export function useRowKeys<List extends HTMLElement>(): RefObject<List | null> {
  const table = useRef<List>(null)
  useSingleKey(['j', 'k', 'x', 'enter'], (key, event) => {
    const rows = [...(table.current?.querySelectorAll('tbody > tr, :scope > li') ?? [])].filter((row) =>
      stopOf(row),
    )
    const here = document.activeElement
    const at = rows.findIndex((row) => stopOf(row) === here)
    const isAnothers = at < 0 && here !== null && stopOf(here.closest('tr, li')) === here
    if (rows.length === 0 || isAnothers) return
    if (key === 'j' || key === 'k') {
      const next = stopOf(rows[Math.max(0, Math.min(rows.length - 1, at + (key === 'j' ? 1 : -1)))])
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    } else if (!(here instanceof HTMLInputElement) || at < 0) return
    else if (key === 'x') here.click()
    else rows[at]?.querySelector<HTMLElement>('.row-link, a')?.click()
    event.preventDefault()
  })
  return table
}
