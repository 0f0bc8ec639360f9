import type { LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getLegalText, type LegalPage } from '#contract/settings/legal-texts.ts'
import { apiContext, languageContext } from '#web/platform/page/load-context.ts'

export type Legal = AnswerOf<typeof getLegalText>

/** The same for all three pages. A separate file: only the server needs the call's schemas. */
export function loadLegal(page: LegalPage, { context, request }: LoaderFunctionArgs): Promise<Legal> {
  const query = { language: context.get(languageContext) }
  return context.get(apiContext)(getLegalText, { params: { page }, query }, { signal: request.signal })
}
