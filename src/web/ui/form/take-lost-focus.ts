/** As a button's `ref`: whoever pressed the one that is gone goes on from the one that came in its place. */
export function takeLostFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}
