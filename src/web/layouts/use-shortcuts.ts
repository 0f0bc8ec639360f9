import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { tellOffline } from './use-offline-stay.ts'

/** Ctrl K (or ⌘ K) opens the command palette anywhere; N opens New Order, unless one is typing. */
export function useShortcuts({ onPalette }: { onPalette: () => void }): void {
  const navigate = useNavigate()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onPalette()
    } else if (event.key.toLowerCase() === 'n' && isPlain(event) && !isTyping(event.target)) {
      event.preventDefault()
      if (!tellOffline()) void navigate('/new-order')
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isPlain({ ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey && !defaultPrevented
}

/** In a box, a dialog or a menu a letter means itself. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
  )
}
