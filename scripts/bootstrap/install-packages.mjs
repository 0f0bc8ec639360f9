import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import { explainMissing, explainNpm, isMusl, refuseMachine } from './explain.mjs'
import { listRunning, lockInstall, sleep } from './project-users.mjs'
import { isWritable, runNpm } from './run-npm.mjs'

/** At a restart, the old process may be told to stop a moment after the new one starts. */
const graceMs = 5_000

/**
 * Installs the packages of package-lock.json in `root`, unless they are there. Throws an error with a sentence for the
 * operator. An interrupted install, by this command or by hand, is repeated.
 */
export async function installPackages(root, say) {
  const text = readFileSync(join(root, 'package-lock.json'))
  const lock = JSON.parse(text.toString())
  // Packages differ by machine: a folder copied from another machine is not valid here.
  const wanted = createHash('sha256').update(text).update(`${process.platform}-${process.arch}`).digest('hex')
  const mark = join(root, 'node_modules', '.cache', 'installed-lock')
  if (isReady()) return
  refuseMachine(lock)
  if (!isWritable(join(root, 'node_modules')))
    throw new Error(
      `Packages are not installed, and this account may not write to ${root}. Run npm start, or npm run build, ` +
        'once with the account that owns the folder.',
    )
  const installing = await lockInstall(root, say)
  try {
    // Installed by the process that this one waited for.
    if (isReady()) return
    await awaitNoneRunning(root)
    say('Installing packages (first start only) …')
    // So that the remains of an interrupted install don't pass for a complete one.
    for (const file of [mark, listOf(root)]) rmSync(file, { force: true })
    const ended = await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'], {
      root,
      say,
      started: installing.add,
      goesOn: installing.touch,
    })
    if (ended.code !== 0) throw new Error(explainNpm(ended, root))
    const missing = listMissing(root, lock)
    if (missing.length > 0) throw new Error(explainMissing(missing, root))
    writeMark()
  } finally {
    installing.release()
  }

  function isReady() {
    if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return true
    if (!isInstalled(root, lock)) return false
    writeMark()
    return true
  }

  function writeMark() {
    try {
      mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
      writeFileSync(mark, wanted)
    } catch {
      // A read-only folder is checked again on the next start, which takes slightly longer.
    }
  }
}

/** npm's own list of what it installed, which it writes last. */
function listOf(root) {
  return join(root, 'node_modules', '.package-lock.json')
}

function readList(root) {
  try {
    return JSON.parse(readFileSync(listOf(root), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Whether a manual `npm ci` installed the packages of the lock file, for this machine. */
function isInstalled(root, lock) {
  const found = readList(root)
  const isOther = ([path, { version, optional }]) =>
    path !== '' && found[path]?.version !== version && !(optional && !found[path])
  return !Object.entries(lock.packages).some(isOther) && listMissing(root, lock).length === 0
}

/**
 * Packages of the lock file for this machine that are missing. npm silently skips optional ones that it can't install,
 * including on a full disk, and may leave partial ones behind: its own list contains only complete ones.
 */
function listMissing(root, lock) {
  const found = readList(root)
  return Object.entries(lock.packages)
    .filter(([path, { optional, os, cpu, libc }]) => {
      // An optional package without a machine is a dependency of an optional one for some machine.
      const isForSome = optional === true && os === undefined && cpu === undefined
      return path !== '' && !isForSome && [os, cpu, libc].every(fits)
    })
    .map(([path]) => path)
    .filter((path) => found[path] === undefined || !existsSync(join(root, path, 'package.json')))
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

/** Same as npm: a list of names, or of `!name`; a single name may be a string. */
function fits(given) {
  if (given === undefined) return true
  const names = [given].flat()
  const mine = [process.platform, process.arch, isMusl() ? 'musl' : 'glibc']
  const refused = names.filter((name) => name.startsWith('!')).map((name) => name.slice(1))
  if (refused.some((name) => mine.includes(name))) return false
  return refused.length === names.length || names.some((name) => mine.includes(name))
}

async function awaitNoneRunning(root) {
  for (const end = Date.now() + graceMs; ; await sleep(200)) {
    const [running] = listRunning(root)
    if (running === undefined) return
    if (Date.now() > end)
      throw new Error(
        `Packages must be installed for this version, and ${running} still runs from ${root}. ` +
          'It would lose files that it uses: stop it first, then start again.',
      )
  }
}
