import { expect, test } from 'vitest'

import { addressIn } from '#contract/base/languages.ts'
import { choosePageLanguage, splitLanguage } from './page-language.ts'

const folders = ['orders', 'dashboard']
const choose = (url: string, cookies?: string) => choosePageLanguage(url, cookies, folders)

test('a public page has an address for each language, and English has none before it', () => {
  expect(choose('/')).toEqual({ language: 'en', basename: '/' })
  expect(choose('/services?q=1')).toEqual({ language: 'en', basename: '/' })
  expect(choose('/vi')).toEqual({ language: 'vi', basename: '/vi' })
  expect(choose('/ru/services/tiktok?q=1', 'language=vi')).toEqual({ language: 'ru', basename: '/ru' })
  for (const other of ['/en', '/en/services', '/video', '/vi-vn', '/xx/services'])
    expect(choose(other)).toEqual({ language: 'en', basename: '/' })
})

test('a visitor who opens a public page without a language is redirected to the one they chose', () => {
  expect(choose('/', 'a=b; language=vi').location).toBe('/vi')
  expect(choose('/?a=1', 'language=ru').location).toBe('/ru?a=1')
  expect(choose('/services/tiktok?q=1', 'language=ru; c=d').location).toBe('/ru/services/tiktok?q=1')
  for (const cookies of ['language=en', 'language=xx', 'my_language=vi', 'language=vivi', ''])
    expect(choose('/services', cookies)).toEqual({ language: 'en', basename: '/' })
  // On client navigation the router requests only data: the language is already settled.
  expect(choose('/services.data?x=1', 'language=ru')).toEqual({ language: 'ru', basename: '/' })
})

test('a signed-in page has one address, and is in the language that was chosen', () => {
  expect(choose('/orders/5', 'language=vi')).toEqual({ language: 'vi', basename: '/' })
  expect(choose('/dashboard')).toEqual({ language: 'en', basename: '/' })
  expect(choose('/ru/orders/5?a=1', 'language=vi').location).toBe('/orders/5?a=1')
})

test('no language and path lead to another site', () => {
  expect(splitLanguage('/vi//evil.example')).toEqual({ language: 'vi', path: '/evil.example' })
  expect(choose('/vi//orders/..//evil.example').location).not.toMatch(/^\/\//)
  expect(choose('//evil.example', 'language=vi').location).toBe('/vi/evil.example')
  for (const path of ['//evil.example/login', '/\\evil.example', '///evil.example'])
    expect([addressIn('en', path), addressIn('ru', path)].every((to) => /^\/[a-z]/.test(to))).toBe(true)
})
