import { expect, test } from 'vitest'
import { pressedKey } from './pressed-key.ts'

test('a shortcut is the same physical key on a keyboard with another alphabet', () => {
  expect(pressedKey({ key: 'N', code: 'KeyN' })).toBe('n')
  expect(pressedKey({ key: 'т', code: 'KeyN' })).toBe('n')
  expect(pressedKey({ key: 'л', code: 'KeyK' })).toBe('k')
  // In other Latin layouts the typed letter counts.
  expect(pressedKey({ key: 'n', code: 'KeyL' })).toBe('n')
  expect(pressedKey({ key: '?', code: 'Slash' })).toBe('?')
  expect(pressedKey({ key: 'Enter', code: 'Enter' })).toBe('enter')
})
