import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { DemoCustomer } from '#server/modules/operations/demo/fill-demo.ts'
import { makeDataDir } from '#test/start-script.ts'

import { describeStart } from './describe-start.ts'

const { dataDir, remove } = await makeDataDir()
const config = readConfig({
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret key for tests only',
})
await remove()

const sayOf = ({ sandbox, ...own }: { sandbox: boolean; isDatabaseOwn?: boolean; demo?: DemoCustomer }) =>
  describeStart({ role: 'all', config: { ...config, sandbox }, isDatabaseOwn: true, ...own }).split('\n')

test('lists addresses and next steps; in sandbox mode it says that going live needs a new database', () => {
  const live = sayOf({ sandbox: false })
  expect(live).toContain(`Data: ${dataDir} holds the database, the keys and ticket files.`)
  expect(live).toContain('Next: sign in, then add a provider and import its services.')
  expect(live.join('\n')).not.toMatch(/sandbox/i)

  const tried = sayOf({ sandbox: true, isDatabaseOwn: false })
  expect(tried).toContain(`Data: ${dataDir} holds the keys, the sandbox and ticket files.`)
  expect(tried.join('\n')).toMatch(/^This database stays in sandbox mode\..*npm run go-live/m)
})

test('prints the demo password while it is known, and later how to set another', () => {
  const email = 'demo@example.com'
  expect(sayOf({ sandbox: true })).toContainEqual(expect.stringContaining('-- --demo adds'))
  expect(sayOf({ sandbox: true, demo: { email, password: 'a b' } })).toContain(
    `Demo customer: ${email} with the password a b`,
  )
  expect(sayOf({ sandbox: true, demo: { email } })).toContain(
    `Demo customer: ${email}. To set a new password: DEMO_PASSWORD=… npm start -- --demo`,
  )
})
