import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { awaitDirectory } from '#server/lib/postgres/embedded/lock-directory.ts'

export const projectDir = join(import.meta.dirname, '..')
export const buildDir = join(projectDir, 'build')
const cacheDir = join(projectDir, 'node_modules/.cache')
/** On a slow machine. */
const buildSeconds = 300
const mark = join(buildDir, 'inputs.sha256')

/** Everything that the web build reads. A missing path counts as empty. */
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

/**
 * Builds the web app into build/ when its inputs differ from those of the existing build. The build stops with this
 * process.
 */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const wanted = hashInputs()
  if (readMark() === wanted) return
  mkdirSync(cacheDir, { recursive: true })
  // Two processes that start at once build once.
  const lock = await awaitDirectory(cacheDir, 'build-web', { say, graceSeconds: buildSeconds })
  try {
    lock.note({})
    if (readMark() !== wanted) await build(wanted, say)
  } finally {
    lock.release()
  }
}

async function build(wanted: string, say: (line: string) => void): Promise<void> {
  say('Building the web app (only when it has changed) …')
  // An interrupted build must not pass for a complete one.
  rmSync(mark, { force: true })
  const command = join(projectDir, 'node_modules/@react-router/dev/bin.cjs')
  const { code, output } = await run([command, 'build'])
  if (code !== 0) throw new Error(`Building the web app failed:\n${output}`)
  mkdirSync(buildDir, { recursive: true })
  writeFileSync(mark, wanted)
}

async function run(args: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  process.off('exit', end)
  return { code, output }
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
