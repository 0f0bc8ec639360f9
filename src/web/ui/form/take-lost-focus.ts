/** As a button's `ref`: if the pressed button is replaced by this one, this one takes the focus. */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === document.body) part?.focus({ preventScroll: true })
}
