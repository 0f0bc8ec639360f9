import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

import { awaitDirectory } from '#server/lib/postgres/embedded/lock-directory.ts'

import { holdBuild, type HeldBuild, placeBuild, removeOldBuilds } from './kept-builds.ts'

export const projectDir = join(import.meta.dirname, '..')
const buildsDir = join(projectDir, 'build')
const draftName = 'unfinished-'
/** A build takes 25 MB. */
const smallestRoomBytes = 32_000_000
/** On a slow machine. */
const buildSeconds = 300

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
 * Builds the web app into its own folder, `build/HASH`, unless a build of these inputs exists. The build of a running
 * product is never touched. The returned build stays until this process ends. A build stops with this process.
 */
export async function buildWeb(say: (line: string) => void): Promise<HeldBuild> {
  const dir = findBuildDir()
  const ready = holdBuild(dir)
  if (ready !== undefined) return ready
  makeBuildsDir()
  // Two processes that start concurrently build once.
  const lock = await awaitDirectory(buildsDir, 'making', { say, graceSeconds: buildSeconds })
  try {
    lock.note({})
    if (!existsSync(dir)) {
      removeDrafts()
      const draft = `${draftName}${process.pid}`
      await build(draft, say)
      placeBuild(join(buildsDir, draft), dir)
    }
    const built = holdBuild(dir)
    if (built === undefined) throw new Error(`${dir} was removed while it was made. Start again.`)
    removeOldBuilds(buildsDir, dir)
    return built
  } catch (error) {
    removeDrafts()
    throw error
  } finally {
    lock.release()
  }
}

/** The folder for a build of the current inputs, whether it exists or not. */
export function findBuildDir(): string {
  return join(buildsDir, hashInputs())
}

function makeBuildsDir(): void {
  try {
    mkdirSync(buildsDir, { recursive: true })
    accessSync(buildsDir, constants.W_OK)
  } catch (error) {
    throw new Error(
      `The web app is not built for this version, and this account cannot write to ${buildsDir} ` +
        `(${(error as Error).message}). Run npm run build with the account that owns the folder.`,
      { cause: error },
    )
  }
}

/** Removes what failed or killed builds left. The builder of one may continue for a moment; its folder is never used. */
function removeDrafts(): void {
  for (const name of readdirSync(buildsDir))
    if (name.startsWith(draftName)) rmSync(join(buildsDir, name), { recursive: true, force: true })
}

async function build(draft: string, say: (line: string) => void): Promise<void> {
  say('Building the web app (only when it has changed) …')
  const command = join(projectDir, 'node_modules/@react-router/dev/bin.cjs')
  const { code, output } = await run([command, 'build'], draft)
  if (code === 0) return
  const { bavail, bsize } = statfsSync(buildsDir)
  // The bundler does not always report a full disk.
  const isFull = /ENOSPC/.test(output) || bavail * bsize < smallestRoomBytes
  throw new Error(
    isFull
      ? `Building the web app failed: the disk of ${buildsDir} is full. Free some space and start again.`
      : `Building the web app failed:\n${output}`,
  )
}

async function run(args: string[], draft: string): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', WEB_BUILD_DIR: `build/${draft}` },
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

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const input of inputs)
    for (const file of listFiles(input)) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(projectDir, file)))
        .update('\0')
    }
  return hash.digest('hex').slice(0, 16)
}

function listFiles(path: string): string[] {
  const found = statSync(join(projectDir, path), { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = readdirSync(join(projectDir, path)).toSorted()
  return entries.flatMap((entry) => listFiles(`${path}/${entry}`))
}
