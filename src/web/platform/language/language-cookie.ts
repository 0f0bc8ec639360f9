import type { Language } from '#contract/base/languages.ts'

/**
 * What this browser reads, for a year. A cookie and no storage: the server has to know it before it makes a page. The boot
 * script writes the same when a link of the language menu is followed.
 */
export const languageCookie = 'language'

/** False where the browser keeps no cookies. */
export function rememberLanguage(language: Language): boolean {
  const isSecure = window.location.protocol === 'https:'
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
  return document.cookie.includes(`${languageCookie}=${language}`)
}
