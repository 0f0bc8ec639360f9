/** The rules on who may import whom, on SQL, and on names and sizes, that neither the compiler nor the linter can state. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { checkImport, checkLists, checkModuleCycles } from './fences/import-fences.ts'
import { checkMigration } from './fences/migration-fences.ts'
import { folderOf, moduleOf, modules } from './fences/layers.ts'
import { readImports } from './fences/read-imports.ts'
import { isTest, type SourceFile, withoutComments } from './fences/source-file.ts'
import { checkSqlPlace, checkWriters } from './fences/sql-fences.ts'

const roots = ['src', 'sandbox', 'test', 'bench', 'scripts', 'torture', 'db/migrations']
const linesMax = 400
/** A table of rows, and what is generated. */
const unlimited = new Set(['src/server/lib/postgres/tables.ts', 'torture/teeth/guards.ts'])
/** At the root of the web app stand the files that bring it up; everything else has a folder. */
const webRoot =
  /^src\/web\/(boot-script\.ts|entry\.(client|server)\.tsx|load-context\.ts|nonce\.ts|report\.ts|root\.tsx|routes\.ts)$/

/** A pattern with one, where `\b` was meant, matches nothing, and nobody sees it. */
const controlCharacter = /[^\P{Cc}\n]/u

/** `p-0!` of Tailwind. */
const overridingClass = /[\s'"`][a-z][\w:[\]-]*-[\w[\].%]+!(?=[\s'"`])/

/** How numbers were read before `readNumber`, and how a box is made that it does not know of. */
const otherNumberReader = /replace(?:All)?\(',', '\.'\)|\bparseFloat\(|inputMode="decimal"/

export function checkFences(files: readonly SourceFile[]): string[] {
  const faults = files.flatMap((file) => {
    const imports = readImports(file).flatMap((one) => checkImport(file.path, one))
    const own = [...checkFile(file), ...checkMigration(file), ...checkSqlPlace(file)]
    return [...own, ...imports].map((fault) => `${file.path}: ${fault}`)
  })
  return [
    ...faults,
    ...checkTwins(files),
    ...checkLists(files),
    ...checkModuleCycles(files),
    ...checkWriters(files),
    ...checkGallery(files),
  ]
}

/** Of `part.test.ts` and `part.test.tsx` in one folder the compiler reads the first alone, and says nothing. */
function checkTwins(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  return [...paths]
    .filter((path) => paths.has(`${path}x`))
    .map((path) => `${path}x: has a name of its own, or its types are not checked beside ${path}`)
}

/** What is not shown is not looked at, and not scanned. `Field` is what fields are made of. */
function checkGallery(files: readonly SourceFile[]): string[] {
  const gallery = files.filter(({ path }) => path.startsWith('src/web/gallery/')).map(({ text }) => text)
  return files.flatMap(({ path }) => {
    const part = /^src\/web\/ui\/([a-z-]+)\.tsx$/.exec(path)?.[1]
    if (part === undefined || part === 'field' || gallery.some((text) => text.includes(`file: '${part}'`)))
      return []
    return [`${path}: is shown in every state in the gallery (src/web/gallery/shown-*.tsx)`]
  })
}

function checkFile({ path, text }: SourceFile): string[] {
  const faults: string[] = []
  const lines = text.split('\n').length - 1
  if (lines > linesMax && !unlimited.has(path)) faults.push(`${lines} lines; ${linesMax} is the most`)
  if (/(^|\/)(index|types)\.tsx?$|(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))
    faults.push('name a file after what it does: no index, types, utils, helpers, common or misc')
  if (controlCharacter.test(text)) faults.push('a control character is written as its escape')
  if (!path.startsWith('src/') || isTest(path)) return faults
  if (path !== 'src/server/config.ts' && /\bprocess\.env\b/.test(text))
    faults.push('process.env is read in config.ts only')
  if (/^src\/web\/[^/]+$/.test(path) && !webRoot.test(path))
    faults.push('a folder of the web app is its place: its root has what brings the app up')
  if (overridingClass.test(text)) faults.push('a part has variants: no class overrides another with !')
  if (path.startsWith('src/web/') && otherNumberReader.test(text))
    faults.push('a number that is typed stands in a NumberField and is read by readNumber alone')
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
  if (/\bstartLoop\(/.test(text) && !/-jobs\.ts$|^src\/server\/lib\/queue\//.test(path))
    faults.push('loops are started in *-jobs.ts only')
  if (
    !/^src\/server\/(integrations|lib\/http\/outbound)\//.test(path) &&
    /(?<![.\w])fetch\(/.test(withoutComments(text))
  )
    faults.push('calls to the outside are made in integrations/ only')
  return faults
}

function readSources(projectDir: string): SourceFile[] {
  return roots.flatMap((root) =>
    readdirSync(join(projectDir, root), { recursive: true, encoding: 'utf8' })
      .map((name) => join(root, name).replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$|^db\/migrations\/.*\.sql$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') })),
  )
}

if (import.meta.main) {
  const faults = checkFences(readSources(join(import.meta.dirname, '..')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
