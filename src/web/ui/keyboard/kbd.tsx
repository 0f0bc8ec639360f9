import { type ReactNode, useSyncExternalStore } from 'react'
import { isMac } from './pressed-key.ts'
import { useSingleKeys } from './single-keys.ts'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-chip border border-line bg-sunken px-1.5 font-text text-12 font-semibold text-ink-2 in-[.bg-petrol]:border-current/40 in-[.bg-petrol]:bg-transparent in-[.bg-petrol]:text-current">
      {children}
    </kbd>
  )
}

/**
 * The keys of a shortcut next to its action: only visual, only on devices with a keyboard, with the platform's key
 * names. `mod+K` is Ctrl K or ⌘ K; a single letter is hidden from users who have turned those off.
 */
export function KeyHint({ keys }: { keys: string }) {
  const areSinglesOn = useSingleKeys()
  const names = useKeyNames(keys)
  if (!keys.includes('+') && !areSinglesOn) return null
  return (
    <span aria-hidden className="max-wide:hidden touch:hidden">
      <Kbd>{names}</Kbd>
    </span>
  )
}

/** "Ctrl K", "⌘ K". The server does not know the platform. */
export function useKeyNames(keys: string): string {
  const hasCommand = useSyncExternalStore(never, isMac, () => false)
  return keys
    .replace('mod', hasCommand ? '⌘' : 'Ctrl')
    .replace('Enter', '↵')
    .replaceAll('+', ' ')
}

/** The same for `aria-keyshortcuts`. */
export function useKeyShortcuts(keys: string): string {
  const hasCommand = useSyncExternalStore(never, isMac, () => false)
  return keys.replace('mod', hasCommand ? 'Meta' : 'Control')
}

function never() {
  return () => {}
}
