import { useEffect, useId, useSyncExternalStore } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { getSession } from '#web/platform/session/session.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Of this page: those that have something to lose, by the ids of their guards. The router takes one blocker, so the first asks. */
const unsaved = new Set<string>()
const listeners = new Set<() => void>()

type LeaveGuardProps = {
  isUnsaved: boolean
  /** Pages below this one are the same place; by default this page alone is. */
  within?: string
  /** A link to the page in another language loses nothing. */
  isKept?: boolean
}

/** Asks before one leaves a page with something on it that is not saved. */
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
