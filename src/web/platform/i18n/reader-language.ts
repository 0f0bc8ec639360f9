import { createContext, use } from 'react'
import { defaultLanguage, isLanguage, type Language } from '#contract/base/languages.ts'

/** Set only by the server's render: a browser has one reader, whose language is `<html lang>`. */
export const LanguageContext = createContext<Language | undefined>(undefined)

export function useLanguage(): Language {
  return use(LanguageContext) ?? readerLanguage()
}

/** The language of the open page, for code outside components. Throws on the server, which has many readers. */
export function readerLanguage(): Language {
  if (typeof document === 'undefined') throw new Error('On the server a language is that of a request')
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : defaultLanguage
}
