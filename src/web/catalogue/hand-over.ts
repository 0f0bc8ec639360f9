import { useLayoutEffect } from 'react'

const controls = '[data-service] :is(a, button, summary)'

/** What had the focus in a list that is being taken away. */
let focused: string | undefined

/** For a list in whose place another comes: what has the focus in it has it there as well, and what is pressed in it is pressed there. */
export function useHandOver(): void {
  useLayoutEffect(
    () => () => {
      focused = markOf(document.querySelector(`${controls}:focus`))
      const pressed = markOf(document.querySelector(`${controls}:active`))
      if (pressed !== undefined) endPress(pressed)
    },
    [],
  )
}

/** For the list that comes. */
export function useTakeOver(): void {
  useLayoutEffect(() => {
    findMarked(focused)?.focus({ preventScroll: true })
    focused = undefined
  }, [])
}

/** Of a mouse that goes down on a control and up on another no click is told; a finger's goes to what is there by then. */
function endPress(pressed: string): void {
  const press = new AbortController()
  const end = ({ type, target, pointerType, button, ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    press.abort()
    const isPlain = type === 'pointerup' && pointerType === 'mouse' && button === 0
    if (!isPlain || ctrlKey || metaKey || shiftKey) return
    const come = findMarked(pressed)
    if (come?.contains(target as Node)) come.click() // told of nodes alone
  }
  // A press by another way, or one that was given up, has no such end: the next one is not its.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    addEventListener(type, end, press)
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
