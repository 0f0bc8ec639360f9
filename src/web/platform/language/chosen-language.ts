import { isLanguage, type Language } from '#contract/base/languages.ts'

const key = 'chosenLanguage'

/**
 * The language chosen in the menu, stored by the boot script until the account has it: with the user's ID (`vi:7`), or
 * without one if nobody was signed in (`vi`). The cookie is not enough: it also holds the language of a URL or of an
 * earlier user.
 */
export function chosenLanguage(userId?: number): Language | undefined {
  try {
    const [language, by] = localStorage.getItem(key)?.split(':') ?? []
    return isLanguage(language) && by === userId?.toString() ? language : undefined
  } catch {
    return undefined
  }
}

export function forgetChosenLanguage(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing to forget.
  }
}
