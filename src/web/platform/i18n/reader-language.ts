import { createContext, use } from 'react'
import { defaultLanguage, isLanguage, type Language } from '#contract/base/languages.ts'

/** Set by the server's render alone, for the reader of that page: a browser has one reader, and `<html lang>` says theirs. */
export const LanguageContext = createContext<Language | undefined>(undefined)

export function useLanguage(): Language {
  return use(LanguageContext) ?? readerLanguage()
}

/** The language of the page that is open, where no component asks. The server has many readers, and none of them here. */
export function readerLanguage(): Language {
  if (typeof document === 'undefined') throw new Error('On the server a language is that of a request')
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : defaultLanguage
}
