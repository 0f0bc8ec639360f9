import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import type { Network } from '#server/lib/http/outbound/allowed-addresses.ts'

import { type BackupEnd, type BackupReport, type BackupTask, packTask } from './backup-task.ts'

const entry = join(import.meta.dirname, 'backup-process.ts')
/** Enough time to remove what it has written. */
const STOP_MS = 20_000

export type BackupWay = {
  networks: readonly Network[]
  signal: AbortSignal
  onReport: (report: BackupReport) => void
}

/**
 * Runs the task in a separate process with the lowest priority, and answers its result. It is stopped when `signal`
 * aborts. A process that dies without a result failed with `job_killed`.
 */
export function runBackupProcess(
  task: BackupTask,
  { networks, signal, onReport }: BackupWay,
  priority: number = constants.priority.PRIORITY_LOW,
): Promise<BackupEnd> {
  return new Promise((resolve) => {
    const child = fork(entry, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    setPriorityOf(child.pid, priority)
    let end: BackupEnd | undefined
    let killing: NodeJS.Timeout | undefined
    const stop = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    }
    const finish = () => {
      clearTimeout(killing)
      signal.removeEventListener('abort', stop)
      const code = signal.aborted ? 'stopped' : 'job_killed'
      resolve(end ?? { is: 'failed', fault: { code, details: {} } })
    }
    child.on('message', (report: BackupReport) => {
      if (report.is === 'written' || report.is === 'checked' || report.is === 'failed') end = report
      else onReport(report)
    })
    child.once('error', finish)
    child.once('exit', finish)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    else child.send(packTask(task, networks))
  })
}

/** Set by the parent, so that it applies to loading (a second of CPU) and to the PostgreSQL that a check starts. */
function setPriorityOf(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // Some systems forbid it; the backup is made anyway.
  }
}
