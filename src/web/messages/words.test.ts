import { expect, test } from 'vitest'

const modules = Object.entries(import.meta.glob<Record<string, unknown>>('./en/*.ts', { eager: true }))

test.each(modules)('%s spells alike and claims nothing that is not so', (_file, module) => {
  const said = JSON.stringify(module)
  expect(said.length).toBeGreaterThan(10)
  for (const wrong of [/\bcan not\b/, /\b1000\b/, /24\/7/, /to the cent/, /\bcancelled\b/i])
    expect(said).not.toMatch(wrong)
})
