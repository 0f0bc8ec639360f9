import type { SentFault } from '#contract/base/codes.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminSettingsText } from './texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { say } from '#web/platform/i18n/text.ts'

/** A failed test always has a reason. */
export function sayTryFailed(reason: SentFault | null): string {
  const words = reason === null ? '–' : sayFault(readerLanguage(), reason)
  return say(adminSettingsText, 'tryFailed', { reason: words })
}
