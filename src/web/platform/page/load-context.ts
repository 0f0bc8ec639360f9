import { createContext, RouterContextProvider } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import { makeCall, type Call, type Send } from '#web/platform/api/make-call.ts'

/** How a public page's `loader` calls the API: in-process, without a network hop and without importing the server. */
export const apiContext = createContext<Call>()
/** The reader's language. */
export const languageContext = createContext<Language>()
/** The nonce in this response's Content-Security-Policy; undefined without a policy. */
export const nonceContext = createContext<string | undefined>()
/** Logs a failed render. */
export const reportContext = createContext<(error: unknown) => void>()

/** Called by src/server/lib/http/pages/site.ts through the build's entry module, for every rendered page. */
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
