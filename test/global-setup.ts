import { randomBytes } from 'node:crypto'

import type { TestProject } from 'vitest/node'

import { migrate } from '#server/database/migrate.ts'
import { makeClient } from '#server/database/pool.ts'

import { makeScratchFolder } from './scratch-folder.ts'
import { startThrowawayPostgres } from './start-throwaway-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's `postgres` database, where databases are made and dropped. */
    serverUrl: string
    /** A migrated database that every test file clones. */
    templateName: string
  }
}

/** One server for the whole run: an own one, or that of DATABASE_URL, in which nothing of this run stays. */
export default async function setup(project: TestProject) {
  const scratch = makeScratchFolder()
  const given = process.env['DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres()
  const serverUrl = onDatabase(server.url, 'postgres')
  const prefix = `tally_test_${randomBytes(4).toString('hex')}`
  const templateName = `${prefix}_template`
  await run(serverUrl, [`CREATE DATABASE ${templateName}`])
  await migrate(onDatabase(server.url, templateName))

  project.provide('serverUrl', serverUrl)
  project.provide('templateName', templateName)
  return async () => {
    if (given) await dropAll(serverUrl, prefix)
    await server.stop()
    scratch.remove()
  }
}

/** The address of another database on the same server. */
function onDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function run(url: string, statements: string[]) {
  const client = makeClient(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function dropAll(serverUrl: string, prefix: string) {
  const client = makeClient(serverUrl)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  await client.end()
}
