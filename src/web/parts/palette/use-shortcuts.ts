import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { pressedKey } from '#web/ui/keyboard/pressed-key.ts'
import { useSingleKey } from '#web/ui/keyboard/single-keys.ts'

type Shortcuts = { onPalette: () => void; onHelp: () => void }

/**
 * Ctrl K (or ⌘ K) opens the command palette anywhere. Unless the user is typing, N opens New Order and M Mass Order, /
 * focuses the page's own search, and ? lists the shortcuts.
 */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const navigate = useNavigate()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || pressedKey(event) !== 'k') return
    event.preventDefault()
    onPalette()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  useSingleKey(['n', 'm', '/', '?'], (key, event) => {
    const search = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (key === '/' && search === null) return
    event.preventDefault()
    if (key === '?') onHelp()
    else if (key === '/') {
      search?.focus()
      search?.select()
    } else void navigate(key === 'm' ? '/mass-order' : '/new-order')
  })
}
