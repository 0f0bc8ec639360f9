import { expect, test } from 'vitest'

import type { NameRule } from '#contract/catalogue/name-rules.ts'
import { superlinear } from '#test/growth.ts'

import { cleanName } from './clean-name.ts'

const phrase = (find: string, replace = '', whole_words = false): NameRule => ({
  kind: 'phrase',
  find,
  replace,
  whole_words,
})

test.each<[NameRule[], string, string]>([
  [[phrase('best price')], 'Likes | BEST Price | Fast', 'Likes | Fast'],
  [[phrase('fb', 'Facebook', true)], 'FB Likes (fbx)', 'Facebook Likes (fbx)'],
  [[phrase('a', 'aa')], 'bab', 'baab'],
  [[{ kind: 'pattern', find: 'id #', replace: '' }], 'Likes ID 4711 - fast', 'Likes - fast'],
  [[{ kind: 'pattern', find: '#k/day', replace: 'fast' }], 'Likes 50K/Day', 'Likes fast'],
  [[{ kind: 'between', start: '[', end: ']' }], '[Hot] Likes [30 days] [open', 'Likes [open'],
  [[{ kind: 'symbols' }], '🔥 Likes ⚡ 🇻🇳 Việt Nam №1', 'Likes Việt Nam №1'],
  [[phrase('likes', 'Hearts'), phrase('hearts', 'Loves')], 'Likes', 'Loves'],
  [[phrase('likes')], 'LIKES', 'LIKES'],
  [[], 'a  b', 'a  b'],
  [[phrase('(.*)+$', 'x')], 'aaaa(.*)+$', 'aaaax'],
])('%j turns %j into %j', (rules, name, made) => {
  expect(cleanName(rules, name)).toBe(made)
})

test('takes linear time, whatever the rules and the name', () => {
  const rules: NameRule[] = [
    phrase('aaaaaaaaab'),
    { kind: 'pattern', find: '#0#0#x', replace: '' },
    { kind: 'between', start: 'a', end: '<>' },
    { kind: 'between', start: '<', end: '\\' },
    { kind: 'symbols' },
  ]
  expect(superlinear((text) => cleanName(rules, text))).toEqual([])
})

test('rules that lengthen a name never use more memory than a name', () => {
  const grow = phrase('a', 'a'.repeat(100))
  // Cut after the first rule, so that the second only finds what it removes.
  expect(cleanName([grow, phrase('a')], 'aaaaaab')).toBe('aaaaaab')
  expect(
    cleanName(
      Array.from({ length: 50 }, () => grow),
      'aaaaaab',
    ),
  ).toHaveLength(500)
})
