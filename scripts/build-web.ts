import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectDir = join(import.meta.dirname, '..')
export const buildDir = join(projectDir, 'build')
const mark = join(buildDir, 'inputs.sha256')

/** Everything that the web build reads. A path that is missing counts as empty. */
const inputs = [
  'src/web',
  'src/contract',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Builds the web app into build/ when its inputs are not those of the build that is there. */
export function buildWeb(say: (line: string) => void): void {
  const wanted = hashInputs()
  if (readMark() === wanted) return
  say('Building the web app (only when it has changed) …')
  // A build that is cut off must not pass for a whole one.
  rmSync(mark, { force: true })
  const command = join(projectDir, 'node_modules/@react-router/dev/bin.cjs')
  const done = spawnSync(process.execPath, [command, 'build'], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`The web app does not build:\n${done.stdout}${done.stderr}`)
  mkdirSync(buildDir, { recursive: true })
  writeFileSync(mark, wanted)
}

function readMark() {
  try {
    return readFileSync(mark, 'utf8')
  } catch {
    return undefined
  }
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of inputs)
    for (const file of listFiles(input)) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(projectDir, file)))
        .update('\0')
    }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  const found = statSync(join(projectDir, path), { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = readdirSync(join(projectDir, path)).toSorted()
  return entries.flatMap((entry) => listFiles(`${path}/${entry}`))
}
