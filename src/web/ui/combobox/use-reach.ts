import { useState } from 'react'

type Scrolled = {
  getTotalSize: () => number
  scrollOffset: number | null
  scrollRect: { height: number } | null
}

/** Rows laid out at first, and added each time. */
const step = 100
/** How far ahead of the visible part rows are laid out, in pixels. */
const aheadPixels = 2_000

/**
 * How many rows of a long list are laid out: those scrolled to, and some ahead. Every key yields another list, and
 * laying out ten thousand rows takes longer than rendering the visible ones. The rest counts with the usual height.
 */
export function useReach(items: readonly unknown[], usualHeight: number) {
  const [known, setKnown] = useState({ items, reach: step })
  // Another list starts at its top.
  const reach = known.items === items ? known.reach : step
  const count = Math.min(items.length, reach)
  const reachTo = (at: number) => {
    if (at >= reach) setKnown({ items, reach: at + step })
  }
  return {
    count,
    reachTo,
    /** The total height; lays out more rows when the end becomes visible. Called during rendering. */
    heightOf(rows: Scrolled, top = 0): number {
      const height = rows.getTotalSize()
      const seen = (rows.scrollOffset ?? 0) + (rows.scrollRect?.height ?? 0) - top
      if (count < items.length && seen + aheadPixels > height)
        reachTo(count + Math.ceil(Math.max(0, seen - height) / usualHeight))
      return height + (items.length - count) * usualHeight
    },
  }
}
