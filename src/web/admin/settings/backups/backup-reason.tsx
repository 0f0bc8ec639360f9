import type { Backup } from '#contract/operations/backups.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'

type Fault = NonNullable<Backup['reason']>

/** Why a backup or its check failed. A file of its own: the sentences of all faults are fetched where one is shown. */
export function BackupReason({ fault }: { fault: Fault }) {
  const language = useLanguage()
  return (
    <span className="block text-13 wrap-anywhere text-ink-2 first-letter:uppercase">
      {sayFault(language, fault)}
    </span>
  )
}
