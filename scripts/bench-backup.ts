import { benchBackup } from '#bench/backup.ts'

/**
 * `DATABASE_URL=postgres://… npm run bench:backup -- [--orders=1000000] [--placing]` on a dedicated server, whose role may create
 * databases and checkpoints (a superuser, or `pg_checkpoint`). PG_BIN is the folder of its pg_dump and pg_restore.
 */
const serverUrl = process.env['DATABASE_URL']
if (serverUrl === undefined) throw new Error('DATABASE_URL names no server to create databases on')
const orders = Number(/--orders=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000)
const isPlacing = process.argv.includes('--placing')
const bin = process.env['PG_BIN'] === undefined ? '' : `${process.env['PG_BIN']}/`
await benchBackup({ serverUrl, orders, isPlacing, dump: `${bin}pg_dump`, restore: `${bin}pg_restore` })
