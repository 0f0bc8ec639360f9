import { openCluster } from '#test/open-cluster.ts'

import { buildWeb } from './build-web.ts'
import { runNode } from './checks/run-node.ts'
import { runSteps, type Step } from './checks/run-steps.ts'
import { type Count, runJourneys, runVitest } from './checks/steps.ts'
import { needChromium } from './find-chromium.ts'

const limitSeconds = 30 * 60
const tortureMinutes = 5
const tortureSeed = 37

/**
 * Every call, and files that were run on a cluster and pass. What else was run there, and why some of its tests fail, is in
 * decision 38: most prepare or read rows by statements that Citus refuses.
 */
const suite = [
  'test/every-call',
  'modules/operations/ledger-check/across-nodes',
  'modules/messaging/announcements/announcements.test',
  'modules/orders/admin/release-order',
  'modules/orders/dispatch/pace',
  'modules/orders/dispatch/review-restored',
  'modules/orders/dispatch/sending-breaker',
  'modules/orders/placing/place-order.test',
  'modules/orders/placing/customer-rates',
  'modules/orders/polling/refused-polls',
  'modules/payments/deposits/payment-status',
  'modules/users/api-keys/key-terms',
  'modules/users/auth/sessions.test',
  'modules/users/usernames',
]
/** The first and the last run `npm run audit` on their database. */
const journeys = ['main-path', 'first-hour', 'mass-order', 'payments', 'second-hour']

/**
 * `npm run test:cluster`, with the DATABASE_URL of a Citus cluster's coordinator, whose nodes run on this machine:
 * torture kills one of its workers. Every database that it creates is dropped.
 */
const count: Count = { passed: 0, failed: 0 }
const print = (line: string) => console.log(line)
const url = process.env['DATABASE_URL']
if (url === undefined || (await openCluster(url)) === undefined) {
  print('DATABASE_URL must name a database of the coordinator of a Citus cluster that knows its workers.')
  process.exit(2)
}
const chromium = await needChromium(print)
const steps: Step[] = [
  {
    name: 'unit',
    budgetSeconds: 270,
    run: (way) => runVitest({ ...way, filters: suite }, count),
  },
  {
    // Tests that only make sense on a cluster: test/cluster/.
    name: 'cluster',
    budgetSeconds: 180,
    run: (way) => runVitest(way, count, { config: 'vitest.cluster.config.ts' }),
  },
  {
    name: 'journeys',
    budgetSeconds: 480,
    async run(way) {
      await buildWeb(() => {})
      const env = { CHROMIUM_PATH: chromium, JOURNEY_CLUSTER: url }
      return runJourneys({ ...way, filters: journeys }, count, env)
    },
  },
  {
    name: 'torture',
    budgetSeconds: 540,
    run: (way) =>
      runNode(way, 'scripts/torture.ts', [
        `--minutes=${tortureMinutes}`,
        `--seed=${tortureSeed}`,
        `--database=${url}`,
      ]),
  },
]
const isWell = await runSteps(steps, { limitSeconds, print, filters: [] })
print(`${count.passed} passed, ${count.failed} failed`)
process.exit(isWell && count.failed === 0 ? 0 : 1)
