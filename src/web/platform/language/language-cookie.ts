import type { Language } from '#contract/base/languages.ts'

/**
 * The language of this browser, for a year. A cookie rather than storage: the server needs it before it renders a page.
 * The boot script writes the same cookie when a link of the language menu is followed.
 */
export const languageCookie = 'language'

/** False if the browser blocks cookies. */
export function rememberLanguage(language: Language): boolean {
  const isSecure = window.location.protocol === 'https:'
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
  return document.cookie.includes(`${languageCookie}=${language}`)
}
