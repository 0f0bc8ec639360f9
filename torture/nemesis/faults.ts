import { spawnSync } from 'node:child_process'

import { fits } from '#torture/plan/plan-faults.ts'
import type { Prepared } from '#torture/run/prepare-run.ts'

import { accountFaults } from './account-faults.ts'
import { clockFaults, databaseClockFault } from './clock-faults.ts'
import { databaseFaults } from './database-faults.ts'
import type { Fault, Need } from './fault.ts'
import { processFaults } from './process-faults.ts'
import { proxyFaults } from './proxy-faults.ts'
import { sandboxFaults } from './sandbox-faults.ts'

export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...databaseFaults,
  ...proxyFaults,
  ...sandboxFaults,
  ...accountFaults,
  ...clockFaults,
  databaseClockFault,
]

/** Why this run cannot have a fault, as a sentence; undefined if it can. */
export function makeWhyNot(
  { database, disk }: Pick<Prepared, 'database' | 'disk'>,
  { seconds, only }: { seconds: number; only: string | undefined },
): (fault: Fault) => string | undefined {
  const lacking: Record<Need, string | undefined> = {
    proxy: database.proxy
      ? undefined
      : 'the database is the product’s own, so there is no proxy in front of it',
    postmaster: database.kind === 'given' ? 'the PostgreSQL server is not the run’s own' : undefined,
    'worker node': database.workers?.length ? undefined : 'the database is on no cluster of this machine',
    'small disk': disk ? undefined : 'no small disk could be mounted for the database, which needs root',
    roles: database.kind === 'embedded' ? 'with its own database the product is one process' : undefined,
    pooler: database.pooler ? undefined : 'no PgBouncer is installed, or the database is the product’s own',
    'one process': undefined,
    npm: spawnSync('npm', ['--version']).status === 0 ? undefined : 'npm is not installed',
  }
  return (fault) => {
    const need = fault.needs.find((one) => lacking[one] !== undefined)
    if (need) return lacking[need]
    if (only !== undefined) return fault.name.includes(only) ? undefined : 'it was not selected'
    return fits(fault, seconds) ? undefined : `it takes ${fault.seconds} s, too long for this run`
  }
}
