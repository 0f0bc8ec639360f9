import { isLanguage, type Language } from '#contract/languages.ts'

const key = 'chosenLanguage'

/**
 * What was chosen by a link of the language menu, as the boot script keeps it until somebody signs in. The cookie says less:
 * it also holds what an address or whoever was signed in here before has left.
 */
export function chosenLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(key)
    return isLanguage(kept) ? kept : undefined
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
