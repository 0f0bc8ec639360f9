import { useLayoutEffect } from 'react'

const controls = '[data-service] :is(a, button, summary)'

/** What had the focus in a list that is being taken away. */
let kept: string | undefined

/**
 * For a list in whose place another comes: what has the focus in it has it there as well, and what is pressed in it is pressed
 * there. Of a mouse that goes down on a control and up on another no click is told; a finger's goes to what is there by then.
 */
export function useKeepFocus(): void {
  useLayoutEffect(
    () => () => {
      kept = markOf(document.querySelector(`${controls}:focus`))
      const pressed = markOf(document.querySelector(`${controls}:active`))
      const release = ({ target, pointerType }: PointerEvent) => {
        const come = findMarked(pressed)
        if (pointerType === 'mouse' && come?.contains(target as Node)) come.click() // told of nodes alone
      }
      addEventListener('pointerup', release, { once: true })
    },
    [],
  )
}

/** For the list that comes. */
export function useTakeFocus(): void {
  useLayoutEffect(() => {
    findMarked(kept)?.focus({ preventScroll: true })
    kept = undefined
  }, [])
}

/** Which control of which service. */
function markOf(control: Element | null): string | undefined {
  if (!control) return undefined
  const service = control.closest<HTMLElement>('[data-service]')?.dataset['service']
  return `${service} ${control.ariaLabel ?? control.textContent}`
}

function findMarked(mark: string | undefined): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(controls)].find((one) => markOf(one) === mark)
}
