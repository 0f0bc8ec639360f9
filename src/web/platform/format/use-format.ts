import { type Format, formatIn } from '#contract/base/format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'

/** Figures, amounts and dates for the reader. */
export function useFormat(): Format {
  return formatIn(useLanguage())
}
