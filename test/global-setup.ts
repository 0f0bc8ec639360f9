import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { projectDir } from '#scripts/build-web.ts'
import { grantToProduct } from '#server/lib/postgres/product-role.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'

import { openCluster } from './open-cluster.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { startThrowawayPostgres } from './start-throwaway-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's `postgres` database, where databases are created and dropped. */
    serverUrl: string
    /** The same with the product's role. */
    productUrl: string
    /** A migrated database that every test file clones. */
    templateName: string
    /** Like serverUrl, for each worker of a cluster; empty on a single PostgreSQL. */
    workerUrls: string[]
  }
}

/** One server for the whole run: a temporary one, or that of DATABASE_URL, on which the run leaves nothing. */
export default async function setup(project: TestProject) {
  // As in scripts/bootstrap.mjs, for runs that don't start with it.
  process.env['NODE_COMPILE_CACHE'] ??= join(projectDir, 'node_modules/.cache/node')
  const scratch = makeScratchFolder()
  const given = process.env['DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres()
  const serverUrl = onDatabase(server.url, 'postgres')
  const prefix = `tally_test_${randomBytes(4).toString('hex')}`
  const templateName = `${prefix}_template`
  const cluster = given ? await openCluster(given) : undefined
  const servers = [serverUrl, ...(cluster?.workerUrls ?? [])]
  const role = `${prefix}_product`
  const password = randomBytes(16).toString('hex')
  for (const url of servers) await run(url, [`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`])
  const productUrl = Object.assign(new URL(serverUrl), { username: role, password }).href
  // A copy of the template has its grants.
  const grant = (ownerUrl: string) =>
    grantToProduct({ ownerUrl, productUrl: onDatabase(productUrl, templateName) })
  if (cluster === undefined) {
    await run(serverUrl, [`CREATE DATABASE ${templateName}`])
    await migrate(onDatabase(server.url, templateName))
    await grant(onDatabase(server.url, templateName))
  } else {
    await grant(await cluster.make(templateName))
    await cluster.close(templateName)
  }

  project.provide('serverUrl', serverUrl)
  project.provide('productUrl', productUrl)
  project.provide('templateName', templateName)
  project.provide('workerUrls', cluster?.workerUrls ?? [])
  return async () => {
    if (given) {
      for (const url of servers) {
        await dropAll(url, prefix)
        await run(url, [`DROP ROLE ${role}`])
      }
    }
    await server.stop()
    scratch.remove()
  }
}

/** The URL of another database on the same server. */
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
