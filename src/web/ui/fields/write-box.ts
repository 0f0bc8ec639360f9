export type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** As if it had been typed: React, the form's draft and its checks are notified. */
export function writeBox(box: Box, text: string): void {
  if (box.value === text) return
  // React puts its own setter over the element's, and takes what went through it for its own writing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  if (box instanceof HTMLSelectElement) box.dispatchEvent(new Event('change', { bubbles: true }))
}
