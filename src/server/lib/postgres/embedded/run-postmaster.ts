import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, renameSync, statSync, truncateSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Address } from './make-address.ts'
import type { Account } from './pick-account.ts'
import { explainFailure, plainEnv } from './place-cluster.ts'

const startSeconds = 120

export type Postmaster = { pid: number; exited: Promise<number | null>; stop(): Promise<void> }

/**
 * Starts the server of `cluster` at `address` and waits until it accepts connections. `settings` go on the command line, so
 * that they change with the code.
 */
export async function runPostmaster(options: {
  account: Account
  address: Address
  native: string
  cluster: string
  logFile: string
  settings: Record<string, string | number>
}): Promise<Postmaster> {
  const { account, address, cluster, logFile } = options
  const args = Object.entries({ ...options.settings, ...address.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = openServerLog(logFile)
  // In its own session, so that Ctrl-C in the terminal only reaches this process, which stops the database last.
  const common = { ...account, cwd: '/', env: plainEnv, detached: true, windowsHide: true } as const
  const server = spawn(join(options.native, 'bin', 'postgres'), ['-D', cluster, ...args], {
    ...common,
    stdio: ['ignore', log.fd, log.fd],
  })
  const exited = new Promise<number | null>((resolve) => {
    server.on('error', () => resolve(-1))
    server.on('exit', (code) => resolve(code))
  })
  log.closeFd()
  const watcher = startWatcher(server.pid ?? 0, cluster, address.folder, common)
  server.unref()

  let hasEnded = false
  const noteEnd = async () => {
    await exited
    hasEnded = true
    log.stop()
    watcher.stdin?.end('done\n')
  }
  void noteEnd()
  const stop = async () => {
    server.ref()
    // Fast shutdown: open transactions are rolled back, committed ones are in the files.
    if (!hasEnded) server.kill('SIGINT')
    const isDone = await Promise.race([exited.then(() => true), sleep(20_000, false, { ref: false })])
    if (!isDone) server.kill('SIGQUIT')
    await exited
  }
  const deadline = Date.now() + startSeconds * 1000
  while (!(await isReady(cluster, server.pid))) {
    if (hasEnded || Date.now() > deadline) {
      await stop()
      const end = await tail(logFile)
      throw explainFailure(end, `PostgreSQL did not start. The end of ${logFile}:\n${end}`)
    }
    await sleep(5)
  }
  return { pid: server.pid ?? 0, exited, stop }
}

/**
 * A shell that waits for the end of its input, which comes when this process ends, however it ends. It then stops the
 * server and removes the socket's folder. A shell takes 1 MB of memory, Node 45.
 */
function startWatcher(pid: number, cluster: string, folder: string, common: object): ChildProcess {
  const [command, args] =
    process.platform === 'win32'
      ? [
          process.execPath,
          [
            '-e',
            'process.stdin.on("end",()=>{try{process.kill(+process.argv[1])}catch{}}).resume()',
            String(pid),
          ],
        ]
      : ['/bin/sh', ['-c', watcherScript, 'tally-and-reach-watcher', String(pid), cluster, folder]]
  const watcher = spawn(command as string, args as string[], {
    ...common,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  // The pipe must not keep this process alive. It is a socket underneath, so it has `unref`.
  ;(watcher.stdin as unknown as { unref?(): void } | null)?.unref?.()
  return watcher
}

// Checks postmaster.pid, which the server removes last: in a container without init, an ended process still answers
// to `kill -0`.
const watcherScript = `
read -r word
if [ "$word" != done ]; then
  kill -INT "$1"
  i=0
  while read -r pid <"$2/postmaster.pid" && [ "$pid" = "$1" ] && [ "$i" -lt 600 ]; do
    i=$((i + 1))
    [ "$i" -eq 200 ] && kill -QUIT "$1"
    sleep 0.1
  done
  rm -rf "$3"
fi
`

/** The eighth line of postmaster.pid has the status, as for pg_ctl. */
async function isReady(cluster: string, pid: number | undefined) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

async function tail(file: string) {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n')
}

type ServerLog = {
  /** Passed to the server; close ours once it has started. */
  fd: number
  closeFd(): void
  stop(): void
}

/**
 * Opens `file` for the log of one run; the previous one is kept as `file.1`. A file larger than `bytesMax` is rotated to
 * `file.1` too: copied and truncated, since the server has it open for appending.
 */
export function openServerLog(
  file: string,
  { bytesMax = 1_000_000, lookEveryMs = 10_000 }: { bytesMax?: number; lookEveryMs?: number } = {},
): ServerLog {
  if (sizeOf(file) > 0) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a', 0o600)
  const timer = setInterval(() => {
    if (sizeOf(file) <= bytesMax) return
    try {
      copyFileSync(file, `${file}.1`)
      truncateSync(file)
    } catch {
      // Disk full or folder removed: tried again next time.
    }
  }, lookEveryMs)
  timer.unref()
  return { fd, closeFd: () => closeSync(fd), stop: () => clearInterval(timer) }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
