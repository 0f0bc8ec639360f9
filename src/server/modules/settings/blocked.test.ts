import { expect, test } from 'vitest'

import { isCategoryBlocked, isLinkBlocked, toBlocked } from './blocked.ts'

const blocked = toBlocked({
  links: ['Example.com', 'https://www.t.me/bad/', 'instagram.com/p/A1', '@Nobody', 'приклад.укр'],
  categories: ['Political  Votes'],
})

test('a site is blocked with all its subdomains and pages, in any spelling', () => {
  for (const link of [
    'https://example.com',
    'http://EXAMPLE.com:8080/a?b#c',
    'example.com/a',
    'https://www.example.com/',
    'https://shop.example.com/x',
    'https://example.com./x',
    'https://приклад.укр/а',
    'https://xn--80aikifvh.xn--j1amh/',
  ])
    expect([link, isLinkBlocked(blocked, link)]).toEqual([link, true])
  for (const link of [
    'https://notexample.com',
    'https://example.com.evil.net',
    'https://example.org',
    '',
    'com',
  ])
    expect([link, isLinkBlocked(blocked, link)]).toEqual([link, false])
})

test('a page is blocked with its subpages, and not its neighbours', () => {
  for (const link of [
    't.me/bad',
    'https://t.me/BAD',
    'https://t.me/bad/12?x=1',
    'https://t.me//bad',
    'https://t.me/b%61d',
    'https://instagram.com/p/A1/?igsh=1',
  ])
    expect([link, isLinkBlocked(blocked, link)]).toEqual([link, true])
  for (const link of ['https://t.me/badly', 'https://t.me/', 'https://instagram.com/p/A2'])
    expect([link, isLinkBlocked(blocked, link)]).toEqual([link, false])
})

test('a name is blocked with and without its @', () => {
  expect(['nobody', '@NoBody', 'somebody'].map((name) => isLinkBlocked(blocked, name))).toEqual([
    true,
    true,
    false,
  ])
})

test('a category is blocked in any case and spacing', () => {
  expect(isCategoryBlocked(blocked, ' political votes ')).toBe(true)
  expect(isCategoryBlocked(blocked, 'Votes')).toBe(false)
})
