import { getConfig } from '#contract/settings/public-config.ts'
import { faqText } from '#web/parts/landing/texts.en.ts'
import { listQuestions } from '#web/parts/landing/questions.ts'
import { call } from '#web/platform/api/call.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { say, type Say } from '#web/platform/i18n/text.ts'

const foundMax = 4

const t: Say<typeof faqText> = (key, ...rest) => say(faqText, key, ...rest)

/** For the command palette: the questions that fit, the product's and the operator's. Without the latter there are the former. */
export async function findQuestions(text: string, signal: AbortSignal): Promise<readonly string[]> {
  const config = await call(getConfig, { query: { language: readerLanguage() } }, { signal }).catch(
    () => undefined,
  )
  return listQuestions(t, config?.faq ?? [], text)
    .flatMap(({ questions }) => questions)
    .slice(0, foundMax)
    .map(({ title }) => title)
}
