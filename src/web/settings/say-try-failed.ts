import type { SentFault } from '#contract/base/faults.ts'
import { readerLanguage } from '#web/language/reader-language.ts'
import { adminSettingsText } from '#web/messages/admin-settings.ts'
import { sayFault } from '#web/messages/say-fault.ts'
import { say } from '#web/messages/text.ts'

/** A test that failed always has its reason. */
export function sayTryFailed(reason: SentFault | null): string {
  const words = reason === null ? '–' : sayFault(readerLanguage(), reason)
  return say(adminSettingsText, 'tryFailed', { reason: words })
}
