import headingCyrillic from '@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2?url'
import headingVietnamese from '@fontsource-variable/geologica/files/geologica-vietnamese-wght-normal.woff2?url'
import textCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import textVietnamese from '@fontsource-variable/onest/files/onest-vietnamese-wght-normal.woff2?url'
import type { Language } from '#contract/languages.ts'

const letters: Readonly<Record<Language, { heading: readonly string[]; text: readonly string[] }>> = {
  en: { heading: [], text: [] },
  vi: { heading: [headingVietnamese], text: [textVietnamese] },
  ru: { heading: [headingCyrillic], text: [textCyrillic] },
}

/** The faces of a language's own letters, for a page that begins with them: found in the styles, they would come late. */
export function lettersOf(language: Language, isInOneFont: boolean): readonly string[] {
  const { heading, text } = letters[language]
  return isInOneFont ? heading : [...text, ...heading]
}
