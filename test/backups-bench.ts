import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'

import { checkBackup, listBackups, makeBackup } from '#contract/operations/backups.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import type { Context } from '#server/context.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import {
  type BackupEnd,
  type BackupTask,
  packTask,
  unpackTask,
} from '#server/modules/operations/backups/automatic/backup-task.ts'
import { backupsJob } from '#server/modules/operations/backups/automatic/backups-jobs.ts'
import { doBackupTask } from '#server/modules/operations/backups/automatic/do-backup-task.ts'
import {
  type BackupWay,
  runBackupProcess,
} from '#server/modules/operations/backups/automatic/run-backup-process.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeUser, type TestUser } from './factories.ts'

export const SECRET_KEY = 'the key of a fixture, of no use elsewhere'
const fixture = join(import.meta.dirname, 'fixtures/filled.sql')
/** A check starts a database server, which takes minutes on a busy machine. Polls end as soon as they pass. */
export const within = { timeout: 150_000, interval: 50 }

export const backupSetting = {
  at: '03:00',
  time_zone: 'Asia/Ho_Chi_Minh',
  keep: 2,
  folder: null,
  bucket: null,
  checks_weekly: false,
}

/** As the product does it, but at normal priority: the lowest gets no CPU where tests keep every core busy. */
export const inChildProcess = (task: BackupTask, way: BackupWay): Promise<BackupEnd> =>
  runBackupProcess(task, way, constants.priority.PRIORITY_NORMAL)

/** The same task without the second of CPU that loading a process takes. */
const here = (task: BackupTask, { networks, signal, onReport }: BackupWay): Promise<BackupEnd> =>
  doBackupTask(unpackTask(structuredClone(packTask(task, networks))), {
    signal,
    send: async (report) => onReport(report),
  })

/** One filled shop per file; each test begins without backups, and with automatic ones off. */
export function makeBackupsBench() {
  let app: TestApp
  let owner: TestUser
  beforeAll(async () => {
    app = await makeTestApp({ env: { SECRET_KEY, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
    await app.database.pool.query(await readFile(fixture, 'utf8'))
    owner = await makeUser(app.ctx, { role: 'admin' })
  })
  afterAll(async () => {
    await app.drop()
    await closeOutboundPools()
  })
  beforeEach(async () => {
    await app.database.pool.query(
      `delete from backups; delete from settings where section = 'backups'; delete from settings_secrets`,
    )
  })

  const set = (body: object) => app.call(updateSettings, { token: owner.token, body })
  const list = async () => (await app.call(listBackups, { token: owner.token })).body.backups
  const folder = () => join(app.ctx.config.dataDir, 'backups')
  const newest = async () => (await list())[0]

  return {
    get app() {
      return app
    },
    get ctx() {
      return app.ctx
    },
    get owner() {
      return owner
    },
    query: (sql: string, values?: unknown[]) => app.database.pool.query(sql, values),
    set,
    async turnOn(own: object = {}, secrets: object = {}) {
      const { status } = await set({ backups: { ...backupSetting, ...own }, ...secrets })
      expect(status).toBe(200)
    },
    startJob({ ctx = app.ctx, run = here }: { ctx?: Context; run?: typeof inChildProcess } = {}) {
      const job = backupsJob(ctx, run)
      onTestFinished(() => job.stop())
      return job
    },
    list,
    newest,
    ask: () => app.call(makeBackup, { token: owner.token, body: {} }),
    check: (id: number | undefined) =>
      app.call(checkBackup, { token: owner.token, params: { id: id ?? 0 }, body: {} }),
    async awaitDone(count = 1) {
      await expect
        .poll(async () => (await list()).filter(({ state }) => state === 'done').length, within)
        .toBe(count)
      await expect.poll(async () => (await list()).some(({ check }) => check !== null), within).toBe(false)
    },
    awaitFailure: async () => {
      await expect.poll(async () => (await newest())?.state, within).toBe('failed')
      return (await newest())?.reason
    },
    folder,
    /** Existing backups: made this many hours ago, with a file each. */
    async made(hours: number, name: string, own = 'planned') {
      await mkdir(folder(), { recursive: true })
      await writeFile(join(folder(), name), name)
      await app.database.pool.query(
        `insert into backups (kind, state, created_at, started_at, finished_at, store, place, name)
         select $1, 'done', at, at, at, 'disk', $2, $3 from (select now() - make_interval(hours => $4) as at) one`,
        [own, folder(), name, hours],
      )
    },
  }
}
