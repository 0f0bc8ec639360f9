import { getConfig, type PublicConfig } from '#contract/settings/public-config.ts'
import { call } from '#web/platform/api/call.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'

/** What the operator answers, in the reader's language. */
export async function loadQuestions(signal: AbortSignal): Promise<PublicConfig['faq']> {
  const { faq } = await call(getConfig, { query: { language: readerLanguage() } }, { signal })
  return faq
}
