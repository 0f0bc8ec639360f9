import { expect, test } from 'vitest'
import { byKey, initialSource } from './import-source.tsx'

const source = (slug: string, hasKey: boolean) => ({ slug, name: slug, has_key: hasKey })
const sources = [source('first', false), source('smmdoge', false), source('own', true)]

test('the provider of the previous page is selected, else smmdoge, else the first', () => {
  expect(initialSource(sources, 'own').slug).toBe('own')
  expect(initialSource(sources, null).slug).toBe('smmdoge')
  expect(initialSource(sources, 'gone').slug).toBe('smmdoge')
  expect(initialSource([source('own', true)], null).slug).toBe('own')
})

test('providers with a key are offered before those without one', () => {
  expect(byKey(sources).map(({ slug }) => slug)).toEqual(['own', 'first', 'smmdoge'])
})
