import { isLanguage, type Language } from '#contract/base/languages.ts'

const key = 'chosenLanguage'

/**
 * The language chosen in the menu, as the boot script stores it until an account has it: with the user's ID (`vi:7`),
 * or without one while nobody was signed in (`vi`). The cookie cannot be used: it also holds the language of an address
 * or of an earlier user.
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
    // A browser that keeps nothing has nothing to forget.
  }
}
