import type { Language } from '#contract/base/languages.ts'
import { updateLanguage } from '#contract/users/users.ts'
import { reloadPage } from '#web/platform/page/reload.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { getSession, mergeUser } from '#web/platform/session/session.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { forgetChosenLanguage } from './chosen-language.ts'
import { rememberLanguage } from './language-cookie.ts'
import { splitLanguage } from './page-language.ts'

/**
 * Opens this page in another language and stores that in the user's profile. The page is reloaded, so that nothing
 * stays in the old language; drafts are kept.
 */
export async function switchLanguage(language: Language): Promise<void> {
  const userId = getSession()?.user.id
  try {
    if (userId !== undefined) {
      const { user } = await call(updateLanguage, { body: { language } })
      mergeUser(userId, { language: user.language })
    }
  } catch (error) {
    return toast('error', messageOf(error))
  }
  showIn(language)
}

/** Reloads the page in the chosen language. */
export function showIn(language: Language): void {
  rememberLanguage(language)
  // An older choice that has not reached the account yet is obsolete.
  forgetChosenLanguage()
  const { pathname, search } = window.location
  const { path } = splitLanguage(pathname + search)
  // With no language in its URL, the server renders the page in the one just chosen.
  if (path === pathname + search) reloadPage()
  else window.location.assign(path)
}
