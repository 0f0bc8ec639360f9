import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { publicPages } from '#contract/site/public-pages.ts'
import routes from '#web/routes.ts'

import { pagePaths, signedInFolders } from './page-paths.ts'

/** Pages behind emailed links are not listed, nor is `*`, which matches pages that do not exist. */
const isFor = (path: string) => !path.includes(':') && path !== '/*'

test('the sitemap lists every public page, and none that does not exist', () => {
  const behindLogin = new Set(signedInFolders(routes))
  const open = pagePaths(routes).filter((path) => isFor(path) && !behindLogin.has(path.split('/')[1] ?? ''))
  const told = publicPages.filter((path) => !path.startsWith('/services/'))
  expect(told.toSorted()).toEqual([...new Set(open)].toSorted())
})

test('every address in a link or a menu has a page', () => {
  const folder = join(import.meta.dirname, '../..')
  const pages = pagePaths(routes).map((path) => new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`))
  const links = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^ui\/gallery\//.test(name))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/\b(?:to|href)(?:=|: )['"](\/[^'"]*)['"]/g),
    ])
    .map(([, to = '']) => to)
  expect(links.length).toBeGreaterThan(100)
  const isPage = (to: string) => pages.some((page) => page.test(to.replace(/[?#].*$/, '') || '/'))
  expect(links.filter((to) => !isPage(to) && !files.test(to))).toEqual([])
})

/** Paths that are not answered with a page. */
const files = /^\/(?:api|pictures)\/|\.\w+$/
