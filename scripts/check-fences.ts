/**
 * Rules on imports, SQL, names, sizes and language that neither the compiler nor the linter can state. With `--phrases` it
 * counts foreign phrases per folder; with a path after that it lists them.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { checkImport, checkLists, checkModuleCycles } from './fences/import-fences.ts'
import { checkGatewayNames } from './fences/gateway-fences.ts'
import { checkMigration } from './fences/migration-fences.ts'
import { checkPhrases, countPhrases, findPhrases } from './fences/phrase-fences.ts'
import { folderOf, moduleOf, modules } from './fences/layers.ts'
import { checkLinks, checkWebFolders, checkWebImport } from './fences/web-fences.ts'
import { readImports } from './fences/read-imports.ts'
import { isTest, type SourceFile, withoutComments } from './fences/source-file.ts'
import { checkSqlPlace, checkWriters } from './fences/sql-fences.ts'

const roots = ['src', 'sandbox', 'test', 'bench', 'scripts', 'torture', 'db', 'docs']
const linesMax = 400
/** Generated code, and a table of data. */
const unlimited = new Set(['src/server/lib/postgres/tables.ts', 'torture/teeth/guards.ts'])
/** The only files in the root of the web app: those that start it. */
const webRoot = /^src\/web\/(entry\.(client|server)\.tsx|root\.tsx|routes\.ts)$/

/** A regular expression with a control character instead of `\b` silently matches nothing. */
const controlCharacter = /[^\P{Cc}\n]/u

/** `p-0!` of Tailwind. */
const overridingClass = /[\s'"`][a-z][\w:[\]-]*-[\w[\].%]+!(?=[\s'"`])/

/** Ways to read a number other than `readNumber`. */
const otherNumberReader = /replace(?:All)?\(',', '\.'\)|\bparseFloat\(|inputMode="decimal"/

export function checkFences(files: readonly SourceFile[]): string[] {
  const faults = files.flatMap((file) => {
    const imports = readImports(file).flatMap((one) => [
      ...checkImport(file.path, one),
      ...checkWebImport(file.path, one),
    ])
    const own = [
      ...checkFile(file),
      ...checkMigration(file),
      ...checkSqlPlace(file),
      ...checkPhrases(file),
      ...checkGatewayNames(file),
    ]
    return [...own, ...imports].map((fault) => `${file.path}: ${fault}`)
  })
  return [
    ...faults,
    ...checkTwins(files),
    ...checkLists(files),
    ...checkModuleCycles(files),
    ...checkWriters(files),
    ...checkGallery(files),
    ...checkWebFolders(files),
    ...files.flatMap(checkLinks),
  ]
}

/** If a folder has both `part.test.ts` and `part.test.tsx`, the compiler silently ignores the second. */
function checkTwins(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  return [...paths]
    .filter((path) => paths.has(`${path}x`))
    .map((path) => `${path}x: needs another name, or its types are not checked next to ${path}`)
}

/** Every part must be in the gallery, which is scanned by axe. `Field` is shown as part of the others. */
function checkGallery(files: readonly SourceFile[]): string[] {
  const gallery = files.filter(({ path }) => path.startsWith('src/web/ui/gallery/')).map(({ text }) => text)
  return files.flatMap(({ path }) => {
    const part = /^src\/web\/ui\/(?!gallery\/)[a-z]+\/([a-z-]+)\.tsx$/.exec(path)?.[1]
    if (part === undefined || part === 'field' || gallery.some((text) => text.includes(`file: '${part}'`)))
      return []
    return [`${path}: must be shown in every state in the gallery (src/web/ui/gallery/shown-*.tsx)`]
  })
}

function checkFile({ path, text }: SourceFile): string[] {
  const faults: string[] = []
  const lines = text.split('\n').length - 1
  if (lines > linesMax && !unlimited.has(path)) faults.push(`${lines} lines; ${linesMax} is the most`)
  if (/(^|\/)(index|types)\.tsx?$|(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))
    faults.push('name a file after what it does: no index, types, utils, helpers, common or misc')
  if (controlCharacter.test(text)) faults.push('a control character is written as its escape')
  if (!/^src\/.*\.tsx?$/.test(path) || isTest(path)) return faults
  if (path !== 'src/server/config.ts' && /\bprocess\.env\b/.test(text))
    faults.push('process.env is read in config.ts only')
  if (/^src\/web\/[^/]+$/.test(path) && !webRoot.test(path))
    faults.push('put it in a folder: the root of the web app only has the files that start it')
  if (overridingClass.test(text)) faults.push('use a variant of the part: no class overrides another with !')
  if (path.startsWith('src/web/') && otherNumberReader.test(text))
    faults.push('typed numbers use a NumberField and are read by readNumber alone')
  const module = moduleOf(path)
  if (module !== undefined && !modules.has(module))
    faults.push(`${module} has no layer: scripts/fences/layers.ts`)
  const folder = folderOf(path)
  if (folder === undefined) return faults
  if (!['', 'boot', 'integrations', 'lib', 'modules'].includes(folder))
    faults.push(`${folder}: the server has boot, lib, integrations and modules`)
  if (
    !path.startsWith('src/server/lib/http/') &&
    /\b(app|scope)\.(get|post|put|patch|delete|all|route)\(/.test(text)
  )
    faults.push('routes are mounted, each from its endpoint of the contract: lib/http/mount.ts')
  if (/\bstartLoop\(/.test(text) && !/-jobs\.ts$|^src\/server\/(lib\/queue\/|worker\.ts$)/.test(path))
    faults.push('loops are started in *-jobs.ts and worker.ts only')
  if (
    !/^src\/server\/(integrations|lib\/http\/outbound)\//.test(path) &&
    /(?<![.\w])fetch\(/.test(withoutComments(text))
  )
    faults.push('calls to the outside are made in integrations/ only')
  return faults
}

function readSources(projectDir: string): SourceFile[] {
  const inFolders = roots.flatMap((root) =>
    readdirSync(join(projectDir, root), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, name).replaceAll('\\', '/'),
    ),
  )
  return [...readdirSync(projectDir), ...inFolders]
    .filter((path) => /\.tsx?$|^db\/.*\.sql$|\.md$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') }))
}

if (import.meta.main) {
  const files = readSources(join(import.meta.dirname, '..'))
  const [mode, folder] = process.argv.slice(2)
  if (mode === '--phrases') reportPhrases(files, folder)
  else {
    const faults = checkFences(files)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
  }
}

function reportPhrases(files: readonly SourceFile[], folder: string | undefined): void {
  if (folder === undefined) {
    for (const [name, count] of countPhrases(files)) console.log(`${count} ${name}`)
    return
  }
  for (const { path, line, found, instead } of files.flatMap(findPhrases))
    if (path.startsWith(folder)) console.log(`${path}:${line} "${found}": ${instead}`)
}
