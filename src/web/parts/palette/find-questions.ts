import { getConfig } from '#contract/settings/public-config.ts'
import { faqText } from '#web/parts/landing/texts.en.ts'
import { listQuestions } from '#web/parts/landing/questions.ts'
import { call } from '#web/platform/api/call.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { say, type Say } from '#web/platform/i18n/text.ts'
import { foldText } from '#web/ui/text/fold-text.ts'

const foundMax = 4

const t: Say<typeof faqText> = (key, ...rest) => say(faqText, key, ...rest)

/**
 * For the command palette: matching questions of the product and the operator, those that match in the question itself
 * first. Without the operator's settings, only the product's.
 */
export async function findQuestions(text: string, signal: AbortSignal): Promise<readonly string[]> {
  const config = await call(getConfig, { query: { language: readerLanguage() } }, { signal }).catch(
    () => undefined,
  )
  const wanted = foldText(text)
  const isAsked = (title: string) => foldText(title).includes(wanted)
  return listQuestions(t, config?.faq ?? [], text)
    .flatMap(({ questions }) => questions)
    .toSorted((one, other) => Number(isAsked(other.title)) - Number(isAsked(one.title)))
    .slice(0, foundMax)
    .map(({ title }) => title)
}
