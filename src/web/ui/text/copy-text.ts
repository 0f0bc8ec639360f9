/**
 * Copies a text to the clipboard; false if the browser refuses. `navigator.clipboard` exists only on HTTPS and
 * loopback: elsewhere the old `execCommand` copies a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'sr-only'
  // Next to the focused element: a dialog's focus trap would move the focus back from anywhere else.
  const place = focused?.parentElement ?? document.body
  place.append(box)
  box.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    box.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
