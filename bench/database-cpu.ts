import { readdirSync, readFileSync } from 'node:fs'

import type { Pool } from 'pg'

/** Linux reports process times in hundredths of a second. */
const TICKS_PER_SECOND = 100

export type ProcessTimes = {
  pid: number
  parent: number
  /** User and system time of the process, in seconds. */
  own: number
  /** The same for its children that have ended. */
  ended: number
}

/**
 * Returns a function that reads the CPU seconds of a PostgreSQL server on this machine: the postmaster, its background
 * processes, and all backends, running or ended. Undefined if there is no /proc.
 */
export async function watchDatabaseCpu(pool: Pool): Promise<(() => number) | undefined> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = listTimes().find(({ pid }) => pid === rows[0]?.pid)?.parent
  return postmaster === undefined ? undefined : () => sumServer(postmaster, listTimes())
}

export function sumServer(postmaster: number, processes: readonly ProcessTimes[]): number {
  return processes.reduce((sum, { pid, parent, own, ended }) => {
    if (pid === postmaster) return sum + own + ended
    return parent === postmaster ? sum + own : sum
  }, 0)
}

/** `stat` is the content of /proc/<pid>/stat; undefined if it is empty. */
export function readTimes(stat: string): ProcessTimes | undefined {
  // The command in parentheses can contain anything; the last parenthesis ends it.
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (parent === undefined || endedSystem === undefined) return undefined
  const seconds = (...ticks: (number | undefined)[]) =>
    ticks.reduce<number>((sum, count = 0) => sum + count, 0) / TICKS_PER_SECOND
  return {
    pid: Number.parseInt(stat, 10),
    parent,
    own: seconds(user, system),
    ended: seconds(endedUser, endedSystem),
  }
}

/** CPU seconds of a process, 0 if there is no /proc. */
export function readProcessCpu(pid: number): number {
  return readTimes(read(`/proc/${pid}/stat`))?.own ?? 0
}

function listTimes(): ProcessTimes[] {
  return listEntries('/proc').flatMap((name) => {
    const times = /^\d+$/.test(name) ? readTimes(read(`/proc/${name}/stat`)) : undefined
    return times === undefined ? [] : [times]
  })
}

function listEntries(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
