import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeAddress } from '#server/lib/postgres/embedded/make-address.ts'
import { canGoTo, pickAccount } from '#server/lib/postgres/embedded/pick-account.ts'
import { placeBinaries } from '#server/lib/postgres/embedded/place-binaries.ts'
import { placeCluster, systemPlace } from '#server/lib/postgres/embedded/place-cluster.ts'
import { runPostmaster } from '#server/lib/postgres/embedded/run-postmaster.ts'

/** Nothing outlives the test run, so nothing needs to be durable. That is why the product has no such option. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Four files at once, each with up to six processes with 24 connections, their listeners and the owner's connections.
  max_connections: 800,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** A PostgreSQL in a temporary folder that is deleted at `stop()`. */
export async function startThrowawayPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const account = pickAccount()
  const dataDir = await mkdtemp(join(canGoTo(account, tmpdir()) ? tmpdir() : '/tmp', 'tally-test-'))
  await chmod(dataDir, 0o711)
  const native = await placeBinaries(account, 'uid' in account ? systemPlace : dataDir)
  const cluster = await placeCluster(account, dataDir, native)
  const address = await makeAddress(account)
  const logFile = join(dataDir, 'postgres.log')
  const server = await runPostmaster({ account, address, native, cluster, logFile, settings })
  return {
    url: address.url,
    async stop() {
      await server.stop()
      await address.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
