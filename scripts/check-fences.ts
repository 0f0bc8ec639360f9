/** The rules on who may import whom, and on names and sizes, that neither the compiler nor the linter can state. */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

export type SourceFile = { path: string; text: string }

const roots = ['src', 'sandbox', 'test', 'bench', 'scripts', 'torture']
const aliases: Record<string, string> = {
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#sandbox/': 'sandbox/',
  '#scripts/': 'scripts/',
  '#test/': 'test/',
  '#bench/': 'bench/',
  '#torture/': 'torture/',
}
const linesMax = 400
const unlimited = new Set(['src/server/database/tables.ts'])

/** From the bottom up: a noun may use those of its own rung and below. Cycles within a rung are the linter's. */
const ladder = [
  ['settings', 'audit', 'notifications', 'wallet'],
  ['users'],
  ['auth'],
  ['catalogue'],
  ['providers'],
  ['imports'],
  ['orders', 'payments', 'tickets', 'contact', 'reseller'],
  ['reports', 'live'],
]
const nouns = new Set(ladder.flat())
const networkModules = /^(undici|node:https?|node:http2|https?)$/
const lists = new Set(['src/server/app.ts', 'src/server/worker.ts', 'src/web/routes.ts'])

type Import = { specifier: string; target: string | undefined; isType: boolean }

export function checkFences(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const imports = readImports(file)
    return [...checkFile(file), ...imports.flatMap((one) => checkImport(file.path, one))].map(
      (fault) => `${file.path}: ${fault}`,
    )
  })
}

function checkFile({ path, text }: SourceFile): string[] {
  const faults: string[] = []
  const lines = text.split('\n').length - 1
  if (lines > linesMax && !unlimited.has(path)) faults.push(`${lines} lines; ${linesMax} is the most`)
  if (/(^|\/)(index|types)\.tsx?$|(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))
    faults.push('name a file after what it does: no index, types, utils, helpers, common or misc')
  if (!path.startsWith('src/server/') || path.endsWith('.test.ts')) return faults
  if (path !== 'src/server/config.ts' && /\bprocess\.env\b/.test(text))
    faults.push('process.env is read in config.ts only')
  if (!path.startsWith('src/server/integrations/') && /(?<![.\w])fetch\(/.test(withoutComments(text)))
    faults.push('calls to the outside are made in integrations/ only')
  return faults
}

function checkImport(path: string, { specifier, target, isType }: Import): string[] {
  const isTest = path.endsWith('.test.ts') || path.endsWith('.test.tsx')
  if (specifier.startsWith('../')) return [`'${specifier}': use '#…/' for another folder`]
  if (
    path.startsWith('src/contract/') &&
    !isTest &&
    !target?.startsWith('src/contract/') &&
    !/^zod(\/|$)/.test(specifier)
  )
    return [`'${specifier}': the contract imports zod alone`]
  if (path.startsWith('src/web/') && /^(src\/server|sandbox|scripts)\//.test(target ?? ''))
    return [`'${specifier}': the web app knows the contract alone`]
  if (path.startsWith('src/server/') && target?.startsWith('src/web/'))
    return [`'${specifier}': the server does not import the web app`]
  if (
    path.startsWith('src/web/ui/') &&
    target?.startsWith('src/web/') &&
    nouns.has(target.split('/')[2] ?? '')
  )
    return [`'${specifier}': ui knows no noun`]
  if (isTest) return []
  if (
    path.startsWith('src/') &&
    target &&
    isPrivate(target) &&
    // React Router writes each page's types beside it.
    !target.includes('/+types/') &&
    ownerOf(target) !== ownerOf(path) &&
    !lists.has(path)
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
  if (networkModules.test(specifier) && !isType && !path.startsWith('src/server/integrations/'))
    return [`'${specifier}': calls to the outside are made in integrations/ only`]
  const isAction = from && !/-routes?\.ts$/.test(path)
  if (isAction && (specifier === 'fastify' || target?.startsWith('src/server/http/')))
    return [`'${specifier}': actions and queries know nothing of HTTP`]
  return []
}

/** A noun's rooms share its queries; on its own side, server or web, a noun is the folder below the root. */
function ownerOf(path: string) {
  return /^src\/(?:server|web)\/[a-z-]+(?=\/)/.exec(path)?.[0] ?? dirname(path)
}

function isPrivate(path: string) {
  return /-(queries|routes|jobs|page)\.tsx?$/.test(path)
}

function nounOf(path: string | undefined) {
  const noun = /^src\/server\/([a-z-]+)\//.exec(path ?? '')?.[1]
  return noun && nouns.has(noun) ? noun : undefined
}

function rung(noun: string) {
  return ladder.findIndex((names) => names.includes(noun))
}

function readImports({ path, text }: SourceFile): Import[] {
  const found = withoutComments(text).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g,
  )
  return [...found].map(([, type, still, dynamic]) => {
    const specifier = still ?? dynamic ?? ''
    return { specifier, target: resolveTarget(path, specifier), isType: type !== undefined }
  })
}

function resolveTarget(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  const alias = Object.keys(aliases).find((one) => specifier.startsWith(one))
  return alias ? `${aliases[alias]}${specifier.slice(alias.length)}` : undefined
}

function withoutComments(text: string) {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

function readSources(projectDir: string): SourceFile[] {
  return roots.flatMap((root) =>
    readdirSync(join(projectDir, root), { recursive: true, encoding: 'utf8' })
      .map((name) => join(root, name).replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(basename(path)))
      .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') })),
  )
}

if (import.meta.main) {
  const faults = checkFences(readSources(join(import.meta.dirname, '..')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
