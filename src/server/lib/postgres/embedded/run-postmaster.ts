import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Address } from './make-address.ts'
import { openServerLog } from './open-server-log.ts'
import type { Account } from './pick-account.ts'
import { plainEnv } from './place-cluster.ts'

const startSeconds = 120

export type Postmaster = { pid: number; exited: Promise<number | null>; stop(): Promise<void> }

/**
 * Starts the server of `cluster` at `address` and waits until it takes connections.
 * `settings` go on the command line, so that they change with the code and not with what initdb once wrote.
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
  // In sessions of their own: a Ctrl-C in the terminal is ours to answer, and stops the database last.
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

  let isOver = false
  const noteEnd = async () => {
    await exited
    isOver = true
    log.stop()
    watcher.stdin?.end('done\n')
  }
  void noteEnd()
  const stop = async () => {
    server.ref()
    // Fast shutdown: open transactions are rolled back, committed ones are in the files.
    if (!isOver) server.kill('SIGINT')
    const isDone = await Promise.race([exited.then(() => true), sleep(20_000, false, { ref: false })])
    if (!isDone) server.kill('SIGQUIT')
    await exited
  }
  const deadline = Date.now() + startSeconds * 1000
  while (!(await isReady(cluster, server.pid))) {
    if (isOver || Date.now() > deadline) {
      await stop()
      throw new Error(`PostgreSQL did not start. The end of ${logFile}:\n${await tail(logFile)}`)
    }
    await sleep(5)
  }
  return { pid: server.pid ?? 0, exited, stop }
}

/**
 * A shell that waits for the end of its input: that comes when this process ends, however it ends. It then stops the
 * server and removes the socket's folder. A shell, because it costs 1 MB where Node costs 45.
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
  // The pipe must not keep this process alive; a socket underneath, it can be let go of like one.
  ;(watcher.stdin as unknown as { unref?(): void } | null)?.unref?.()
  return watcher
}

// Ended is told by postmaster.pid, which the server removes last: where nobody reaps orphans (a container without an
// init), an ended process still answers to `kill -0`.
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

/** The eighth line of postmaster.pid is how pg_ctl knows, too. */
async function isReady(cluster: string, pid: number | undefined) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

async function tail(file: string) {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n')
}
