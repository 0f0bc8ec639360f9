import { addressIn, defaultLanguage, isLanguage, type Language, languages } from '#contract/base/languages.ts'
import { languageCookie } from './language-cookie.ts'

declare global {
  interface ImportMetaEnv {
    /** The first path segments of pages behind the login: `orders`. Set by the build (vite.config.ts). */
    readonly SIGNED_IN_FOLDERS: readonly string[]
  }
}

export type PageLanguage = {
  language: Language
  /** `/vi`, or `/`: the prefix of every path of this page's router. */
  basename: string
  /** Where to redirect instead. */
  location?: string
}

/**
 * Public pages have a URL per language (`/services`, `/vi/services`), so that each can be found and shared. Signed-in
 * pages have one URL, in the language their reader chose. A public page without a language in its URL redirects to the
 * chosen one.
 */
export function choosePageLanguage(
  url: string,
  cookies: string | undefined,
  signedInFolders: readonly string[] = import.meta.env.SIGNED_IN_FOLDERS,
): PageLanguage {
  const isSignedIn = (path: string) => signedInFolders.includes(folderOf(path))

  const { language: named, path } = splitLanguage(url)
  const chosen = chosenIn(cookies)
  if (named !== undefined) {
    const page = { language: named, basename: `/${named}` }
    return isSignedIn(path) ? { ...page, location: path } : page
  }
  const page = { language: chosen ?? defaultLanguage, basename: '/' }
  const isElsewhere = page.language !== defaultLanguage && !isSignedIn(path) && !isData(path)
  return isElsewhere ? { ...page, location: addressIn(page.language, path) } : page
}

/** `/vi/services?q=1` → vi and `/services?q=1`. */
export function splitLanguage(url: string): { language?: Language; path: string } {
  const first = /^\/([a-z]{2})(?=[/?#]|$)/.exec(url)?.[1]
  if (!isLanguage(first) || first === defaultLanguage) return { path: url }
  // Exactly one leading slash: `//…` would be another site.
  return { language: first, path: `/${url.slice(3).replace(/^\/+/, '')}` }
}

/** `orders` of `/orders/5`. */
function folderOf(path: string): string {
  return (/^\/([^/?#]*)/.exec(path)?.[1] ?? '').replace(/\.data$/, '')
}

/** A data request of client navigation: the language is already settled. */
function isData(path: string): boolean {
  return /\.data(?:\?|$)/.test(path)
}

function chosenIn(cookies: string | undefined): Language | undefined {
  const given = new RegExp(`(?:^|; ?)${languageCookie}=([a-z]{2})(?:;|$)`).exec(cookies ?? '')?.[1]
  return languages.find((language) => language === given)
}
