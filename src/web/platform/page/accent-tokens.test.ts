import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { grounds } from '#contract/settings/accent.ts'

import { accentTokens } from './accent-tokens.ts'

const css = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8')
const tokenOf = (name: string) => new RegExp(`${name}: light-dark\\((.+)\\);`).exec(css)?.[1]

test('contrast is measured on the backgrounds that pages have', () => {
  for (const name of ['canvas', 'surface', 'sunken', 'ink'] as const)
    expect(tokenOf(`--color-${name}`)).toBe(`${grounds.light[name]}, ${grounds.dark[name]}`)
})

test('a custom colour replaces every accent token', () => {
  const names = Object.keys(accentTokens('#8a1c4a'))
  const own = [...css.matchAll(/(--color-(?:petrol|guilloche)[a-z-]*):/g)].map(([, name]) => name)
  expect(names).toEqual(own)
})
