import { isLanguage, type Language } from '#contract/base/languages.ts'

const key = 'chosenLanguage'

/**
 * What was chosen by a link of the language menu, as the boot script keeps it until an account has it: by the user of this id
 * (`vi:7`), or while nobody was signed in (`vi`). The cookie says less: it also holds what an address or whoever was signed in
 * here before has left.
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
