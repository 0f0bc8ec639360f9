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
 * operator. An install that was interrupted, by this command or by hand, is done again.
 */
export async function installPackages(root, say) {
  const text = readFileSync(join(root, 'package-lock.json'))
  const lock = JSON.parse(text.toString())
  // The packages differ by machine: a folder from another one is not valid here.
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
    // By the process that this one waited for.
    if (isReady()) return
    await awaitNoneRunning(root)
    say('Installing packages (first start only) …')
    // So that what an interrupted install left does not pass for a complete one.
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
      // A read-only folder is checked again at the next start, which takes a little longer.
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

/** Whether an `npm ci` by hand left what the lock file names, for this machine. */
function isInstalled(root, lock) {
  const found = readList(root)
  const isOther = ([path, { version, optional }]) =>
    path !== '' && found[path]?.version !== version && !(optional && !found[path])
  return !Object.entries(lock.packages).some(isOther) && listMissing(root, lock).length === 0
}

/**
 * Packages of the lock file for this machine that are not there. npm silently leaves out optional ones that it cannot
 * install, also on a full disk, and may leave half of one behind: its own list has only what is whole.
 */
function listMissing(root, lock) {
  const found = readList(root)
  return Object.entries(lock.packages)
    .filter(([path, { optional, os, cpu, libc }]) => {
      // One that names no machine is needed by an optional one of some machine.
      const isForSome = optional === true && os === undefined && cpu === undefined
      return path !== '' && !isForSome && [os, cpu, libc].every(fits)
    })
    .map(([path]) => path)
    .filter((path) => found[path] === undefined || !existsSync(join(root, path, 'package.json')))
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

/** As npm reads them: a list of names, or of `!name`; one name may stand alone. */
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
