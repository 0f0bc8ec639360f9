import { expect, test } from 'vitest'

import { publicPages } from '#contract/public-pages.ts'
import routes from '#web/routes.ts'

import { pagePaths, signedInFolders } from './page-paths.ts'

/** What a letter's link opens is not to be found, and `*` is what is no page. */
const isFor = (path: string) => !path.includes(':') && path !== '/*'

test('search engines are told of every page for everybody, and of none that is not there', () => {
  const behindLogin = new Set(signedInFolders(routes))
  const open = pagePaths(routes).filter((path) => isFor(path) && !behindLogin.has(path.split('/')[1] ?? ''))
  const told = publicPages.filter((path) => !path.startsWith('/services/'))
  expect(told.toSorted()).toEqual([...new Set(open)].toSorted())
})
