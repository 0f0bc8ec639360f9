import { type RefObject, useLayoutEffect } from 'react'

/** What had the focus in a list that is being taken away: which control of which service. */
let kept: { service: string; label: string } | undefined

/** For a list in whose place another comes: what has the focus in it has it there as well. */
export function useKeepFocus(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = list.current
    return () => {
      const focused = document.activeElement
      const service = serviceOf(focused)
      kept =
        focused === null || service === undefined || shown?.contains(focused) !== true
          ? undefined
          : { service, label: labelOf(focused) }
    }
  }, [list])
}

/** For the list that comes. */
export function useTakeFocus(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (kept === undefined) return
    const { service, label } = kept
    kept = undefined
    const controls = list.current?.querySelectorAll<HTMLElement>(
      `[data-service="${service}"] :is(a, button, summary)`,
    )
    ;[...(controls ?? [])].find((one) => labelOf(one) === label)?.focus({ preventScroll: true })
  }, [list])
}

export function serviceOf(control: Element | null): string | undefined {
  return control?.closest<HTMLElement>('[data-service]')?.dataset['service']
}

export function labelOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.textContent
}
