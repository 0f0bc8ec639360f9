/** Who may import whom. */
import { dirname } from 'node:path'

import { folderOf, lists, machinery, nounOf, nouns, ownerOf, privateKind, rung } from './nouns.ts'
import { type Import, readImports } from './read-imports.ts'
import { isTest, type SourceFile } from './source-file.ts'

const networkModules = /^(undici|node:https?|node:http2|https?)$/

export function checkImport(path: string, { specifier, target, isType }: Import): string[] {
  if (specifier.startsWith('../')) return [`'${specifier}': use '#…/' for another folder`]
  if (specifier.startsWith('#') && target && dirname(target) === dirname(path))
    return [`'${specifier}': use './' in the same folder`]
  if (
    path.startsWith('src/contract/') &&
    !isTest(path) &&
    !target?.startsWith('src/contract/') &&
    !/^zod(\/|$)/.test(specifier)
  )
    return [`'${specifier}': the contract imports zod alone`]
  if (path.startsWith('src/web/') && /^(src\/server|sandbox|scripts)\//.test(target ?? ''))
    return [`'${specifier}': the web app knows the contract alone`]
  if (
    path.startsWith('torture/') &&
    !isTest(path) &&
    /^src\/(?!server\/database\/embedded\/)/.test(target ?? '')
  )
    return [`'${specifier}': the torture run knows the product from the outside`]
  if (path.startsWith('src/server/') && target?.startsWith('src/web/'))
    return [`'${specifier}': the server does not import the web app`]
  if (
    path.startsWith('src/web/ui/') &&
    target?.startsWith('src/web/') &&
    nouns.has(target.split('/')[2] ?? '')
  )
    return [`'${specifier}': ui knows no noun`]
  if (isTest(path)) return []
  const kind = privateKind(target)
  if (
    path.startsWith('src/') &&
    target &&
    kind !== undefined &&
    ownerOf(target) !== ownerOf(path) &&
    lists[path] !== kind
  )
    return [`'${specifier}' is private to ${ownerOf(target)}`]
  return path.startsWith('src/server/') ? checkServerImport(path, specifier, target, isType) : []
}

function checkServerImport(
  path: string,
  specifier: string,
  target: string | undefined,
  isType: boolean,
): string[] {
  const [from, to] = [nounOf(path), nounOf(target)]
  if (from && to && rung(to) > rung(from))
    return [`'${specifier}': ${from} stands below ${to} and may not use it`]
  const folder = folderOf(path) ?? ''
  if (machinery.has(folder) && to && !isType)
    return [`'${specifier}': ${folder} knows no noun but by its types`]
  if (networkModules.test(specifier) && !isType && !path.startsWith('src/server/integrations/'))
    return [`'${specifier}': calls to the outside are made in integrations/ only`]
  const isAction = from && !path.endsWith('-routes.ts')
  if (isAction && (specifier === 'fastify' || target?.startsWith('src/server/http/')))
    return [`'${specifier}': actions and queries know nothing of HTTP`]
  return []
}

/** Routes and jobs that no list leads to would run for nobody. A noun's own may lead to those of its rooms. */
export function checkLists(files: readonly SourceFile[]): string[] {
  const importers = files.flatMap((file) =>
    readImports(file).map(({ target }) => ({ path: file.path, target })),
  )
  return files.flatMap(({ path }) => {
    const kind = privateKind(path)
    const list = Object.keys(lists).find((one) => lists[one] === kind && one.startsWith('src/server/'))
    if (list === undefined || nounOf(path) === undefined) return []
    const isListed = importers.some(
      (one) =>
        one.target === path &&
        (one.path === list || (privateKind(one.path) === kind && nounOf(one.path) === nounOf(path))),
    )
    return isListed ? [] : [`${path}: is not listed in ${list}`]
  })
}
