import { expect, test } from 'vitest'

import { makePageCache, toCachedPage } from './page-cache.ts'

const pageOf = (html: string) => toCachedPage({ status: 200, headers: [], policy: '', html })

test('a page is answered from memory for a moment, and then rendered once for all clients', async () => {
  let now = 0
  let renders = 0
  const pages = makePageCache(() => now)
  const render = async () => {
    renders += 1
    return pageOf(`render ${renders}`)
  }
  expect(await pages.find('/', render)).toBeUndefined()
  expect(renders).toBe(0)
  pages.store('/', pageOf('first'))
  now = 1_000
  expect((await pages.find('/', render))?.body.plain.toString()).toBe('first')
  now = 3_000
  const found = await Promise.all([pages.find('/', render), pages.find('/', render), pages.find('/', render)])
  expect(found.map((page) => page?.body.plain.toString())).toEqual(['render 1', 'render 1', 'render 1'])
})

test('an unchanged page keeps its compressed copies; one that failed to render is dropped', async () => {
  let now = 0
  const pages = makePageCache(() => now)
  const first = pages.store('/', pageOf('same'))
  now = 3_000
  expect(await pages.find('/', async () => pageOf('same'))).toBe(first)
  now = 6_000
  expect(await pages.find('/', async () => undefined)).toBeUndefined()
  expect(await pages.find('/', async () => pageOf('new'))).toBeUndefined()
  pages.store('/', first)
  now = 9_000
  await expect(pages.find('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect((await pages.find('/', async () => pageOf('again')))?.body.plain.toString()).toBe('again')
})

test('the number of stored pages is limited, however many addresses are requested', async () => {
  const pages = makePageCache(() => 0)
  for (let at = 0; at <= 300; at += 1) pages.store(`/?q=${at}`, pageOf(`page ${at}`))
  const render = async () => undefined
  expect(await pages.find('/?q=0', render)).toBeUndefined()
  expect(await pages.find('/?q=300', render)).toBeDefined()
})
