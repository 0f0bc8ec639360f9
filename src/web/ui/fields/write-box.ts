export type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** As if typed: React, the form's draft and its checks are notified. */
export function writeBox(box: Box, text: string): void {
  if (box.value === text) return
  // React overrides the element's setter and would take the change for its own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  if (box instanceof HTMLSelectElement) box.dispatchEvent(new Event('change', { bubbles: true }))
}
