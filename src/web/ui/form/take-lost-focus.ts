/** As a button's `ref`: takes the focus if it replaces the button that was pressed. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true })
}
