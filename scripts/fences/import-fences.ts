/** Which files may import which. */
import { dirname } from 'node:path'

import { folderOf, layerOf, lists, lowFolders, moduleOf, ownerOf, privateKind } from './layers.ts'
import { type Import, readImports } from './read-imports.ts'
import { isTest, type SourceFile } from './source-file.ts'

/** Only these may make network requests, all through the guarded fetch. */
const callsOut = /^src\/server\/(integrations|lib\/http\/outbound)\//
const mountsHttp = /^src\/server\/lib\/http\/(?!(outbound|openapi)\/)/
const networkModules = /^(undici|node:https?|node:http2|https?)$/

/** Terms of the panel protocol: used only in that folder. Modules use `panel.ts` and `panel-client.ts`. */
const panelWords = /^src\/server\/integrations\/panels\/(dialects\/|(read|judge|find|cut|add)-)/

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
    return [`'${specifier}': the contract imports zod only`]
  if (path.startsWith('src/web/') && /^(src\/server|sandbox|scripts)\//.test(target ?? ''))
    return [`'${specifier}': the web app imports the contract only`]
  if (
    path.startsWith('torture/') &&
    !isTest(path) &&
    /^src\/(?!client\/|server\/lib\/postgres\/embedded\/)/.test(target ?? '')
  )
    return [`'${specifier}': the torture run uses the product from the outside`]
  if (path.startsWith('src/client/') && !isTest(path))
    return [`'${specifier}': the client is copied as one file, so it imports nothing`]
  if (path.startsWith('src/server/') && target?.startsWith('src/web/'))
    return [`'${specifier}': the server does not import the web app`]
  if (isTest(path)) return []
  const [from, to] = [moduleOf(path), moduleOf(target)]
  if (from && to && sideOf(path) === sideOf(target ?? '') && layerOf(to) > layerOf(from))
    return [`'${specifier}': ${from} is below ${to} and may not use it`]
  if (path.startsWith('src/contract/base/') && to) return [`'${specifier}': base knows no module`]
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

/** Contract or server. Server code may use the contract of any module. */
function sideOf(path: string) {
  return path.split('/')[1]
}

function checkServerImport(
  path: string,
  specifier: string,
  target: string | undefined,
  isType: boolean,
): string[] {
  const folder = folderOf(path) ?? ''
  const isModuleFile = target?.startsWith('src/server/modules/') ?? false
  if (lowFolders.has(folder) && isModuleFile && !isType)
    return [`'${specifier}': ${folder} knows no module but by its types`]
  if (folder === 'lib' && !isType && /^src\/server\/(integrations|boot)\//.test(target ?? ''))
    return [`'${specifier}': lib is below integrations and boot`]
  if (networkModules.test(specifier) && !isType && !callsOut.test(path))
    return [`'${specifier}': calls to the outside are made in integrations/ only`]
  if (panelWords.test(target ?? '') && !path.startsWith('src/server/integrations/'))
    return [`'${specifier}': how panels name things is known in integrations/panels only`]
  const isOperation = path.startsWith('src/server/modules/') && !path.endsWith('-routes.ts')
  if (isOperation && (specifier === 'fastify' || mountsHttp.test(target ?? '')))
    return [`'${specifier}': operations and queries don't use HTTP`]
  return []
}

/** Routes and jobs must be listed, directly or by another file of their module; otherwise they never run. */
export function checkLists(files: readonly SourceFile[]): string[] {
  const importers = files.flatMap((file) =>
    readImports(file).map(({ target }) => ({ path: file.path, target })),
  )
  return files.flatMap(({ path }) => {
    const kind = privateKind(path)
    const list = Object.keys(lists).find((one) => lists[one] === kind && one.startsWith('src/server/'))
    if (list === undefined || moduleOf(path) === undefined) return []
    const isListed = importers.some(
      (one) =>
        one.target === path &&
        (one.path === list || (privateKind(one.path) === kind && moduleOf(one.path) === moduleOf(path))),
    )
    return isListed ? [] : [`${path}: is not listed in ${list}`]
  })
}

/** Modules of one layer may depend on each other in one direction only. The linter finds cycles between files. */
export function checkModuleCycles(files: readonly SourceFile[]): string[] {
  const used = new Map<string, string>()
  for (const file of files) {
    if (!file.path.startsWith('src/server/') || isTest(file.path)) continue
    const from = moduleOf(file.path)
    for (const { target } of readImports(file)) {
      const to = target?.startsWith('src/server/') ? moduleOf(target) : undefined
      if (from && to && from !== to) used.set(`${from} ${to}`, file.path)
    }
  }
  return [...used].flatMap(([pair, path]) => {
    const [from, to] = pair.split(' ')
    const back = used.get(`${to} ${from}`)
    return back === undefined ? [] : [`${path}: ${from} uses ${to}, and ${back} the other way round`]
  })
}
