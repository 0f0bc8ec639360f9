type Pressed = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * A key's Latin letter or name, in lower case. In layouts with another alphabet, such as Russian, the physical key
 * counts.
 */
export function pressedKey({ key, code }: Pressed): string {
  const isForeign = key.length === 1 && key > '\u007f'
  return (isForeign ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key).toLowerCase()
}

/** Macs use Command where others use Ctrl. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /^(?:Mac|iP)/.test(navigator.platform)
}
