import { useEffect, useId, useSyncExternalStore } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Ids of this page's guards with unsaved changes. The router allows one blocker, so the first guard asks. */
const unsaved = new Set<string>()
const listeners = new Set<() => void>()

type LeaveGuardProps = {
  isUnsaved: boolean
  /** Pages below this path don't count as leaving; by default only this page. */
  within?: string
  /** Switching the language keeps the typed text, so it needs no question. */
  isKept?: boolean
}

/** Asks before leaving a page with unsaved changes. */
export function LeaveGuard({ isUnsaved, ...question }: LeaveGuardProps) {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return undefined
    unsaved.add(id)
    notify()
    return () => {
      unsaved.delete(id)
      notify()
    }
  }, [id, isUnsaved])
  const first = useSyncExternalStore(follow, findFirst, () => undefined)
  return isUnsaved && first === id ? <LeaveQuestion {...question} /> : null
}

function LeaveQuestion({ within, isKept = false }: Omit<LeaveGuardProps, 'isUnsaved'>) {
  const t = useText(commonText)
  const { pathname } = useLocation()
  const place = within ?? pathname
  useEffect(() => {
    let isOtherLanguage = false
    const press = ({ target }: MouseEvent) => {
      isOtherLanguage = isKept && target instanceof Element && target.closest('a[hreflang]') !== null
    }
    const ask = (event: BeforeUnloadEvent) => isOtherLanguage || event.preventDefault()
    window.addEventListener('beforeunload', ask)
    document.addEventListener('click', press, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('click', press, { capture: true })
    }
  }, [isKept])
  // After an expired session the user is redirected to the login: nothing can be confirmed.
  const blocker = useBlocker(
    ({ nextLocation: { pathname: next } }) =>
      getSession() !== null && next !== place && !next.startsWith(`${place}/`),
  )
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={t('leaveTitle')}
      action={t('leave')}
      keep={t('stay')}
      tone="primary"
      onConfirm={() => blocker.proceed?.()}
    >
      {t('leaveText')}
    </Confirm>
  )
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function findFirst(): string | undefined {
  return unsaved.values().next().value
}

function notify(): void {
  for (const listener of listeners) listener()
}
