/**
 * Called by the npm scripts: `node scripts/bootstrap.mjs <task> [arguments]`. Plain JavaScript for Node 20 and later,
 * without packages, because it runs before any is installed. It installs packages if node_modules does not match
 * package-lock.json, then hands over to the Node that comes with the package.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

import { explainLibrary, nodePackages, oldestNode, ownMajor } from './bootstrap/explain.mjs'
import { installPackages } from './bootstrap/install-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Tasks that take minutes while the product is running. */
const besideOrders = ['backup', 'backup-check']
const [task, ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${task}.ts`)
if (!task || !/^[a-z-]+$/.test(task) || !existsSync(script)) fail(`Unknown task "${task ?? ''}".`)
await installPackages(root, say).catch((error) => fail(describe(error)))
if (besideOrders.includes(task)) lowerPriority()
handOver(pickNode())

/** Orders have priority, even if two cores are shared with PostgreSQL. The task inherits this priority, including its loading. */
function lowerPriority() {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Some systems forbid it; the task runs anyway.
  }
}

/** The Node that comes with the package; if that does not run, this one, if it is new enough. */
function pickNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = name && join(root, 'node_modules', name, 'bin', file)
  const tried = packaged && existsSync(packaged) && spawnSync(packaged, ['--version'], { encoding: 'utf8' })
  if (tried && tried.status === 0) return packaged
  if (ownMajor() >= oldestNode) return process.execPath
  const library = explainLibrary(tried ? tried.stderr : '')
  if (library !== undefined)
    return fail(`The Node ${oldestNode} that comes with the package does not run: ${library}`)
  const why = name
    ? `${name}, the Node ${oldestNode} for this machine, is missing or does not run`
    : 'no Node comes with the package for this machine'
  return fail(`${why}, and the one here is ${process.version}. Install Node ${oldestNode} or later.`)
}

/** This process becomes the task if Node supports it; otherwise it forwards signals and exits when the task does. */
function handOver(node) {
  const env = {
    // Node's compile cache: types are stripped once, and starting takes half the CPU.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`,
  }
  const all = [script, ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, [node, ...all], env)
  }
  const child = spawn(node, all, { env: { ...env, TALLY_BOOTSTRAP: String(process.pid) }, stdio: 'inherit' })
  // The task decides when to stop, and this process exits after it. A terminal sends Ctrl-C to the whole group, so the
  // task may get it twice; a supervisor sends it only here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Errors of the installer are sentences; any other is unexpected, and its message is enough here. */
function describe(error) {
  return error.code === 'ENOSPC'
    ? `The disk of ${root} is full. Free some space and start again.`
    : error.message
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
