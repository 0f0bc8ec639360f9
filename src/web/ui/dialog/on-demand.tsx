import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'

import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

/** Props for a button whose content is not loaded yet. */
export type DemandProps = {
  'aria-expanded': false
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

type OnDemandProps = {
  /** Loads the part; called early, when the button is hovered or focused. */
  fetch: () => Promise<unknown>
  /** The button until the part is first opened. */
  renderButton: (demand: DemandProps) => ReactElement
  /** The lazy part, initially open, with its own button in the same place. */
  children: ReactNode
}

/** A button whose menu is loaded on first use: most visits never open it. */
export function OnDemand({ fetch, renderButton, children }: OnDemandProps) {
  const [isWanted, setIsWanted] = useState(false)
  const closed = renderButton({
    'aria-expanded': false,
    onClick: () => setIsWanted(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setIsWanted(true)
    },
    // A failed fetch shows its error where the part would be.
    onPointerEnter: () => void fetch().catch(() => {}),
    onFocus: () => void fetch().catch(() => {}),
  })
  return isWanted ? <LazyPart fallback={closed}>{children}</LazyPart> : closed
}
