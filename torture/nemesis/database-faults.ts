import { setTimeout as sleep } from 'node:timers/promises'

import { send } from '#torture/product/start-part.ts'

import type { Fault, Stage } from './fault.ts'

const DISK_FULL_SECONDS = 6
const NODE_DOWN_SECONDS = 5

export const databaseFaults: readonly Fault[] = [
  {
    name: 'one backend is terminated',
    needs: [],
    seconds: 3,
    strike: async (stage) => {
      const pid = await pickBackend(stage)
      if (pid !== undefined) await stage.database.query('select pg_terminate_backend($1::int)', [pid])
      return performance.now()
    },
  },
  {
    name: 'kill -9 of one backend',
    needs: ['postmaster'],
    seconds: 5,
    strike: async (stage) => {
      send(await pickBackend(stage), 'SIGKILL')
      return performance.now()
    },
  },
  {
    name: 'kill -9 of the postmaster',
    needs: ['postmaster'],
    seconds: 7,
    strike: async ({ database }) => {
      send(database.findPostmaster(), 'SIGKILL')
      return performance.now()
    },
  },
  {
    name: `kill -9 of a worker node for ${NODE_DOWN_SECONDS} s`,
    needs: ['worker node'],
    seconds: NODE_DOWN_SECONDS + 10,
    strike: async ({ database, random }) => {
      const node = random.pick(database.workers ?? [])
      await node.kill()
      await sleep(NODE_DOWN_SECONDS * 1000)
      await node.start()
      return performance.now()
    },
  },
  {
    name: 'kill -9 of the pooler',
    needs: ['pooler'],
    seconds: 4,
    strike: async ({ database }) => {
      await database.pooler?.kill()
      return performance.now()
    },
  },
  {
    name: `the disk is full for ${DISK_FULL_SECONDS} s`,
    needs: ['small disk'],
    seconds: DISK_FULL_SECONDS + 8,
    strike: async ({ database, fillDisk }) => {
      const free = fillDisk?.()
      // The write-ahead log now needs a new file: there a full disk stops the whole server.
      await database.query('select pg_switch_wal()').catch(() => undefined)
      await sleep(DISK_FULL_SECONDS * 1000)
      free?.()
      return performance.now()
    },
  },
]

async function pickBackend({ database, random }: Stage): Promise<number | undefined> {
  const rows = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name like 'tally%' order by pid`,
  )
  return rows.length === 0 ? undefined : random.pick(rows).pid
}
