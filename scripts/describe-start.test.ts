import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { makeDataDir } from '#test/start-script.ts'

import { describeStart } from './describe-start.ts'

const { dataDir, remove } = await makeDataDir()
const config = readConfig({
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret key for tests only',
})
await remove()

const sayOf = (own: { sandbox: boolean; isDatabaseOwn?: boolean }) =>
  describeStart({
    role: 'all',
    config: { ...config, sandbox: own.sandbox },
    isDatabaseOwn: own.isDatabaseOwn ?? true,
  }).split('\n')

test('says what is there and what to do next: in sandbox mode that going live means a new database', () => {
  const live = sayOf({ sandbox: false })
  expect(live).toContain(`Data: ${dataDir} holds the database, the keys and files of tickets.`)
  expect(live).toContain('Next: sign in; then add a provider and import its services.')
  expect(live.join('\n')).not.toMatch(/sandbox/i)

  const tried = sayOf({ sandbox: true, isDatabaseOwn: false })
  expect(tried).toContain(`Data: ${dataDir} holds the keys, the sandbox and files of tickets.`)
  expect(tried.join('\n')).toMatch(/^This database stays in sandbox mode\..*npm run go-live/m)
})
