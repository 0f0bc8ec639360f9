/**
 * The users of this folder's packages: installs, which exclude each other, and processes that run from it, which
 * exclude an install. Plain JavaScript for Node 20, like everything that runs before packages are installed.
 */
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const pollMs = 200
/** An install touches its entries every ten seconds. */
const silentSeconds = 60

/**
 * Waits until no other process installs packages in `root`. Each process adds its own entry first and then looks for
 * others, so that of two at least one sees the other. An entry counts while its process lives: `kill -9` leaves nothing
 * behind, and an npm that outlives its bootstrap still counts.
 */
export async function lockInstall(root, say) {
  const dir = join(root, 'node_modules.lock')
  const entries = [entryOf(process.pid)]
  const enter = (entry) => {
    for (;;) {
      mkdirSync(dir, { recursive: true })
      try {
        return writeFileSync(join(dir, entry), '')
      } catch (error) {
        // Another process has just removed the empty folder.
        if (error.code !== 'ENOENT') throw error
      }
    }
  }
  for (let isSaid = false; ; isSaid = true) {
    enter(entries[0])
    const other = readdirSync(dir).find((entry) => !entries.includes(entry) && isAlive(dir, entry))
    if (other === undefined) break
    rmSync(join(dir, entries[0]), { force: true })
    if (!isSaid) say(`Waiting for process ${parseInt(other, 10)}, which installs packages in ${root} …`)
    // Jitter, so that waiting processes are out of step.
    await sleep(pollMs * (1 + Math.random()))
  }
  return {
    /** Also counts the installing process, until it ends. */
    add(pid) {
      entries.push(entryOf(pid))
      enter(entries.at(-1))
    },
    /** Shows that the install is still running, where process start times are unknown. */
    touch() {
      const now = new Date()
      for (const entry of entries)
        try {
          utimesSync(join(dir, entry), now, now)
        } catch {
          // On a full disk, for example: the entry counts for a minute more.
        }
    },
    release() {
      for (const entry of entries) rmSync(join(dir, entry), { force: true })
      try {
        rmdirSync(dir)
      } catch {
        // Others keep waiting.
      }
    },
  }
}

/**
 * Commands of this project that run from `root`, as `process 12 (scripts/start.ts)`. An install would remove their
 * files: scripts and libraries are also loaded late. On Windows files in use can't be removed, so npm itself refuses.
 */
export function listRunning(root) {
  const script = new RegExp(
    `(?:^|/)node(?: .*)? ${RegExp.escape?.(root) ?? escape(root)}/(scripts/[a-z-]+\\.ts)(?: |$)`,
  )
  return listCommands().flatMap(({ pid, command }) => {
    const found = script.exec(command)?.[1]
    return found === undefined || pid === process.pid ? [] : [`process ${pid} (${found})`]
  })
}

function listCommands() {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') {
    const { stdout = '' } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    return stdout.split('\n').map((line) => {
      const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? ['', '0', '']
      return { pid: Number(pid), command }
    })
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readProc(name, 'cmdline').replaceAll('\0', ' ').trim() }))
}

function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The process id, and its start time if known: ids are reused. */
function entryOf(pid) {
  return `${pid}-${beganAt(pid)}`
}

function isAlive(dir, entry) {
  const pid = parseInt(entry, 10)
  if (!(pid > 0) || entry !== entryOf(pid)) return false
  // Without a start time, another process may have the id by now.
  if (entry === `${pid}-`) {
    const since = statSync(join(dir, entry), { throwIfNoEntry: false })?.mtimeMs
    if (since === undefined || since < Date.now() - Math.min(uptime(), silentSeconds) * 1000) return false
  }
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The 22nd field of /proc/PID/stat; the second, a name, may contain spaces. */
function beganAt(pid) {
  return readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[19] ?? ''
}

function readProc(pid, file) {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8')
  } catch {
    return ''
  }
}

export function sleep(milliseconds) {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
