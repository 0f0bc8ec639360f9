import { expect, test } from 'vitest'

import { isEasyToGuess } from './easy-passwords.ts'

const known = { email: 'ann.lee@example.com', brand: 'Acme Panel' }

test.each([
  '   ',
  'ann.lee@example.com',
  'Ann.Lee',
  'ann.lee2026',
  'Acme Panel',
  'acmepanel',
  'AcmePanel2026!',
  'Acme-Panel#1',
  '@cmeP4nel',
  'Summer2026',
  'summer2026!',
  'Autumn_25',
  'Зима2026!',
  'P@ssw0rd',
  'p4$$w0rd1!',
  'Passw0rd2026!',
  'letmein!!',
  'qwertyuiop',
])('%j is easy', async (password) => {
  expect(await isEasyToGuess(password, known)).toBe(true)
})

test.each([
  'correct horse',
  'battery staple',
  'a-long-password',
  'acme panel is where i buy',
  'summer nights in Hanoi',
  'Tr0ub4dor&3',
  'x7!kq0',
  'mười hai con mèo',
])('%j is not', async (password) => {
  expect(await isEasyToGuess(password, known)).toBe(false)
})
