import { type Format, formatIn } from '#contract/base/format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'

/** Numbers, amounts and dates in the reader's language. */
export function useFormat(): Format {
  return formatIn(useLanguage())
}
