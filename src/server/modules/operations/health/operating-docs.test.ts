import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'

const folder = join(import.meta.dirname, '../../../../../docs/operating')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

let app: TestApp
let names: Set<string>

beforeAll(async () => {
  app = await makeTestApp()
  const text = await (await fetch(`${app.url}/metrics`)).text()
  names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].flatMap(([, name = '']) => variantsOf(name)))
})
afterAll(() => app.drop())

/** A histogram's series have derived names. */
function variantsOf(name: string): string[] {
  return [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]
}

test.each(['alerts.yml', 'dashboard.json'])('%s uses metrics that exist', (file) => {
  const asked = new Set([...read(file).matchAll(/\b(?:tally|process|nodejs)_\w+/g)].map(([name]) => name))
  expect(asked.size).toBeGreaterThan(8)
  expect([...asked].filter((name) => !names.has(name))).toEqual([])
})

test('every alert has instructions', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const headings = [...read('alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(alerts)
})
