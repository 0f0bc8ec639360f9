import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

/**
 * The npm of this Node, or of the PATH. Its output is returned, for failures; lines with seconds show progress.
 * `started` gets its process id; `goesOn` is called every ten seconds.
 */
export async function runNpm(npmArgs, { root, say, started, goesOn }) {
  const npm = process.env['npm_execpath']
  const isScript = npm !== undefined && /[\\/]npm-cli\.[cm]?js$/.test(npm) && existsSync(npm)
  const isWindows = process.platform === 'win32'
  const [command, before] = isScript ? [process.execPath, [npm]] : [isWindows ? 'npm.cmd' : 'npm', []]
  const { env, temporary } = npmEnvironment()
  const child = spawn(command, [...before, ...npmArgs, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows && !isScript,
  })
  if (child.pid !== undefined) started(child.pid)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const began = Date.now()
  const progress = setInterval(() => {
    goesOn()
    say(`  … ${Math.round((Date.now() - began) / 1000)} s`)
  }, 10_000)
  const stop = (signal) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve({ code: 1 })
    })
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  process.off('SIGINT', stop).off('SIGTERM', stop)
  clearInterval(progress)
  if (temporary) rmSync(temporary, { recursive: true, force: true })
  return { output, ...ended }
}

/** npm keeps its cache and logs in HOME; if that is read-only it gets a temporary folder. */
function npmEnvironment() {
  // NODE_ENV=production would leave out the packages that build the web app.
  const env = { ...process.env, NODE_ENV: 'development' }
  // Options such as `npm start --something` are for that call, not for this one.
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

/** Also for a path that does not exist yet. */
export function isWritable(path) {
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
