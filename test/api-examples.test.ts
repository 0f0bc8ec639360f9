import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { exampleCode, type ExampleLanguage } from '#contract/site/example-code.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeService, makeUser } from './factories.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await makeTestApp()
  folder = await mkdtemp(join(tmpdir(), 'tally-examples-'))
})
afterAll(async () => {
  await app.drop()
  await rm(folder, { recursive: true, force: true })
})

const programs: Record<ExampleLanguage, { program: string; file: string }> = {
  JavaScript: { program: process.execPath, file: 'example.mjs' },
  curl: { program: 'sh', file: 'example.sh' },
  Python: { program: 'python3', file: 'example.py' },
  PHP: { program: 'php', file: 'example.php' },
}
const needed: Partial<Record<ExampleLanguage, string>> = { curl: 'curl' }
/** JavaScript everywhere; the other languages where the machine has them. */
const known = Object.entries(programs).filter(
  ([language, { program }]) =>
    spawnSync(needed[language as ExampleLanguage] ?? program, ['--version']).error === undefined,
)

test.each(known)(
  'the example in %s places an order once, however often it runs, and prints the remaining balance',
  async (language, { program, file }) => {
    const { token } = await makeUser(app.ctx, { balance: '10' })
    const service = await makeService(app.ctx, { rate: '1', min: 100, max: 10_000 })
    const { key } = (await app.call(createApiKey, { token })).body
    const code = exampleCode[language as ExampleLanguage](app.url)
      .replaceAll('YOUR_API_KEY', key)
      .replaceAll('12345', String(service.id))
    await writeFile(join(folder, file), code)
    const run = async () =>
      (await promisify(execFile)(program, [join(folder, file)], { timeout: 60_000 })).stdout
    const [first, second] = [await run(), await run()]
    // curl prints the answers; the others print the values they read.
    const [order, again] = [first, second].map((said) => /(?:Order |"order":\{"id":)(\d+)/.exec(said)?.[1])
    expect(order).toMatch(/^\d+$/)
    expect(again).toBe(order)
    for (const said of [first, second]) expect(said).toMatch(/(?:Balance |"balance":)9\b/)
  },
)
