import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { pressedKey } from './pressed-key.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'

const listeners = new Set<() => void>()

/**
 * Whether single-key shortcuts are on: per user, in this browser. People who use voice input or have a tremor press
 * keys unintentionally (WCAG 2.1.4).
 */
export function useSingleKeys(): boolean {
  const userId = useSession()?.user.id
  return useSyncExternalStore(
    subscribe,
    () => areOn(userId),
    () => true,
  )
}

export function setSingleKeys(isOn: boolean): void {
  const key = keyOf(getSession()?.user.id)
  if (isOn) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  for (const listener of listeners) listener()
}

/** Calls `onPress` for single keys of `keys`, unless the user is typing or has turned them off. */
export function useSingleKey(
  keys: readonly string[],
  onPress: (key: string, event: KeyboardEvent) => void,
): void {
  const userId = useSession()?.user.id
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlain(event) || isTyping(event.target) || !areOn(userId)) return
    const key = pressedKey(event)
    // Shift turns a letter into another key; "?" needs it on most keyboards.
    if (event.shiftKey && /^[a-z]$/.test(key)) return
    if (keys.includes(key)) onPress(key, event)
  })
  // A layout effect, so that keys work as soon as the page is painted.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function areOn(userId: number | undefined): boolean {
  return localStorage.getItem(keyOf(userId)) !== 'off'
}

function keyOf(userId = 0): string {
  return `single-keys:${userId}`
}

function isPlain({ ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !defaultPrevented
}

/** In a field, a dialog or a menu a letter is text; a checkbox takes no text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const takers =
    'input:not([type=checkbox], [type=radio]), textarea, select, [role=dialog], [role=alertdialog], [role=menu]'
  return target.isContentEditable || target.closest(takers) !== null
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith('single-keys:')) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
