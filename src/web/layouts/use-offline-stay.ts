import { useEffect } from 'react'
import { appText } from '#web/messages/app.ts'
import { say } from '#web/messages/text.ts'
import { toast } from '#web/ui/toasts.tsx'

/**
 * Without a network a link leads to the browser's own error page, and what was typed is gone from sight: the press is
 * answered with a word instead, and the page stays.
 */
export function useOfflineStay(): void {
  useEffect(() => {
    function stay(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (link === null || navigator.onLine || isHere(link.getAttribute('href') ?? '')) return
      event.preventDefault()
      tellOffline()
    }
    // Before the router hears of it.
    window.addEventListener('click', stay, { capture: true })
    return () => window.removeEventListener('click', stay, { capture: true })
  }, [])
}

/** Says that nothing can be reached; true when that is so. */
export function tellOffline(): boolean {
  if (navigator.onLine) return false
  toast('info', say(appText, 'offline'))
  return true
}

/** A place of this page, or a letter: no network is needed. */
function isHere(href: string): boolean {
  return href.startsWith('#') || /^(?:mailto|tel):/.test(href)
}
