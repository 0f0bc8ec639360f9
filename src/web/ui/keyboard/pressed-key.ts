type Pressed = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * The Latin letter of a key, or what else it is called, in small letters. Where letters are others, as on a Russian keyboard,
 * a shortcut is the key in that place.
 */
export function pressedKey({ key, code }: Pressed): string {
  const isForeign = key.length === 1 && key > '\u007f'
  return (isForeign ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key).toLowerCase()
}

/** Macs have another key where others have Ctrl. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /^(?:Mac|iP)/.test(navigator.platform)
}
