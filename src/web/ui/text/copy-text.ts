/**
 * Puts a text on the clipboard; false where the browser refuses. `navigator.clipboard` is only there on HTTPS and loopback:
 * elsewhere the old command does it, which copies what is selected.
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
  // Beside what has the focus: a dialog that keeps it would take it back from anywhere else.
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
