import { sayRefusal } from '#web/platform/i18n/say-refusal.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'

/** Nothing, unless a reversed payment left the user owing: orders are refused until it is repaid. */
export function OwedNote() {
  const language = useLanguage()
  const owed = useSession()?.user.owed
  return owed === undefined ? null : <Alert>{sayRefusal(language, 'balance_owed', { owed })}</Alert>
}
