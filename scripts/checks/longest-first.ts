import { join } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { projectDir } from '#scripts/build-web.ts'

/**
 * These start whole products and wait for time to pass: a quarter of the total time, mostly without CPU. Or they are
 * small files with much to do, which would otherwise come last and keep one worker busy after the others are done.
 */
export const longest = [
  'test/odd-input.test.ts',
  'src/web/ui/gallery/gallery.test.tsx',
  'src/web/spec/offered.test.tsx',
  'test/start.test.ts',
  'test/stop.test.ts',
  'src/server/lib/postgres/embedded/start-embedded-postgres.test.ts',
  'test/dev.test.ts',
  'test/rolling.test.ts',
  'test/killed.test.ts',
  'scripts/backup.test.ts',
  'src/server/modules/operations/backups/automatic/kept-backups.test.ts',
  'src/server/modules/operations/backups/automatic/interrupted-backups.test.ts',
  'src/server/modules/operations/backups/automatic/backup-checks.test.ts',
  'test/roles.test.ts',
  'test/shared-database.test.ts',
  'sandbox/start-sandbox.test.ts',
  'src/server/modules/orders/polling/poll-provider.test.ts',
  'src/server/modules/orders/polling/leases-change-hands.test.ts',
  'src/server/modules/orders/dispatch/leases-change-hands.test.ts',
  'src/server/modules/payments/gateways/webhooks-in-time.test.ts',
  'src/server/modules/operations/health/health.test.ts',
  'src/server/lib/postgres/pool.test.ts',
  'src/server/lib/http/shed-load.test.ts',
  'test/silent-database.test.ts',
  'src/server/modules/orders/polling/refused-polls.test.ts',
  'src/server/modules/orders/dispatch/pace.test.ts',
]

/**
 * The longest files first, so that the workers finish at the same time. On a clean clone Vitest has no durations and
 * sorts by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method of that name
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId === join(projectDir, path).replaceAll('\\', '/'))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
