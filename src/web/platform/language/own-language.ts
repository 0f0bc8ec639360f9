import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { updateLanguage } from '#contract/users/users.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { getOwnSession, getSession, mergeUser } from '#web/platform/session/session.ts'
import { chosenLanguage, forgetChosenLanguage } from './chosen-language.ts'
import { rememberLanguage } from './language-cookie.ts'
import { splitLanguage } from './page-language.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'

/**
 * Client middleware of signed-in pages: they are shown in the language of the profile, or in one chosen by a link
 * since, and have no language in their URL. Otherwise the page is reloaded, once: without cookies it keeps the language
 * it has.
 */
export const inOwnLanguage: MiddlewareFunction<unknown> = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url)
  const { language: named, path } = splitLanguage(pathname + search)
  const shown = readerLanguage()
  // Staff who are viewing as a user keep their own language.
  const user = getOwnSession()?.user
  const own = (user && chosenLanguage(user.id)) ?? user?.language ?? shown
  if ((named !== undefined || own !== shown) && rememberLanguage(own))
    throw redirectDocument(new URL(path, request.url).href)
  return next()
}

/**
 * Saves to the account the language that its user chose by a link, or, if the account has none, one chosen before
 * signing in. Never another user's choice.
 */
export async function adoptLanguage(): Promise<void> {
  const { user, isView = false } = getSession() ?? {}
  if (isView || user === undefined) return
  const before = user.language === null ? chosenLanguage() : undefined
  const language = chosenLanguage(user.id) ?? (before === readerLanguage() ? before : undefined)
  try {
    if (language !== undefined && language !== user.language) {
      await call(updateLanguage, { body: { language } })
      mergeUser(user.id, { language })
    }
    forgetChosenLanguage()
  } catch (error) {
    report(error)
  }
}
