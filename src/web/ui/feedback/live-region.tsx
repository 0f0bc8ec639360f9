import { useSyncExternalStore } from 'react'

let spoken = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Announces something to screen readers without moving the focus: "Copied", "3 orders found". */
export function announce(text: string): void {
  spoken = { text, turn: spoken.turn + 1 }
  for (const listener of listeners) listener()
}

const silence = { text: '', turn: 0 }

/** Rendered once, in the root. The counter makes a repeated sentence be read again. */
export function LiveRegion() {
  const { text, turn } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
    () => silence,
  )
  return (
    <output className="sr-only">
      <span key={turn}>{text}</span>
    </output>
  )
}
