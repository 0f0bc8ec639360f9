import { createContext, RouterContextProvider } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import { makeCall, type Call, type Send } from '#web/platform/api/make-call.ts'

/** How a public page's `loader` reaches the API: in-process, without a network hop, and without importing the server. */
export const apiContext = createContext<Call>()
/** The reader's. */
export const languageContext = createContext<Language>()
/** The nonce that this response's Content-Security-Policy allows; none where it has no policy. */
export const nonceContext = createContext<string | undefined>()
/** Where a failed render is logged. */
export const reportContext = createContext<(error: unknown) => void>()

/** Called by src/server/lib/http/pages/site.ts through the build's entry module, for every page it renders. */
export function makeLoadContext(facts: {
  send: Send
  language: Language
  nonce: string | undefined
  report: (error: unknown) => void
}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    makeCall(facts.send, () => facts.language),
  )
  context.set(languageContext, facts.language)
  context.set(nonceContext, facts.nonce)
  context.set(reportContext, facts.report)
  return context
}
