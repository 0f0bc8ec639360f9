import { useEffect } from 'react'
import { labelOf, serviceOf } from './kept-focus.ts'

/**
 * For a list in whose place another comes: what is pressed in the one while the other comes is pressed in that. Of a mouse that
 * goes down on a control and up on another no click is told. A finger's goes to what is there by then.
 */
export function useKeepPress(): void {
  useEffect(() => {
    let pressed: HTMLElement | undefined
    const leaving = new AbortController()
    const how = { capture: true, signal: leaving.signal }
    const press = ({ target, button, pointerType }: PointerEvent) => {
      pressed = button === 0 && pointerType === 'mouse' ? controlAt(target) : undefined
    }
    const release = ({ target }: PointerEvent) => {
      const gone = pressed?.isConnected === false ? pressed : undefined
      pressed = undefined
      const come = controlAt(target)
      if (gone === undefined || come === undefined) return
      if (serviceOf(come) === serviceOf(gone) && labelOf(come) === labelOf(gone)) come.click()
    }
    addEventListener('pointerdown', press, how)
    addEventListener('pointerup', release, how)
    return () => leaving.abort()
  }, [])
}

function controlAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>('[data-service] :is(a, button, summary)') ?? undefined
}
