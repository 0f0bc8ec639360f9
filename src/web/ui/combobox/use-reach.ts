import { useState } from 'react'

type Scrolled = {
  getTotalSize: () => number
  scrollOffset: number | null
  scrollRect: { height: number } | null
}

/** What is laid out at first, and more of it each time, in rows. */
const step = 100
/** This far ahead of the visible part, in pixels. */
const aheadPixels = 2_000

/**
 * How many rows of a long list are laid out: those that were scrolled to, and some ahead. Each key finds another list,
 * and to lay out ten thousand rows takes longer than to render the visible ones. The rest counts with its usual height.
 */
export function useReach(items: readonly unknown[], usualHeight: number) {
  const [known, setKnown] = useState({ items, reach: step })
  // Another list begins at its top.
  const reach = known.items === items ? known.reach : step
  const count = Math.min(items.length, reach)
  const reachTo = (at: number) => {
    if (at >= reach) setKnown({ items, reach: at + step })
  }
  return {
    count,
    reachTo,
    /** The height of all, and the next rows when the end becomes visible. Called during rendering. */
    heightOf(rows: Scrolled, top = 0): number {
      const height = rows.getTotalSize()
      const seen = (rows.scrollOffset ?? 0) + (rows.scrollRect?.height ?? 0) - top
      if (count < items.length && seen + aheadPixels > height)
        reachTo(count + Math.ceil(Math.max(0, seen - height) / usualHeight))
      return height + (items.length - count) * usualHeight
    },
  }
}
