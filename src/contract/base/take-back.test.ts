import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { takeBack } from './take-back.ts'

const body = z.strictObject({ name: z.string(), is_on: z.boolean() })
const answer = z.object({
  success: z.boolean(),
  thing: z.object({ id: z.number(), name: z.string(), is_on: z.boolean() }),
})
const thing = { id: 1, name: 'a', is_on: true }
const take = (sent: unknown) => takeBack(body, { answer, within: 'thing' }, sent)

test('what is written beside the thing that GET answered counts, and what only GET knows is left out', () => {
  expect(take({ success: true, thing })).toEqual({ name: 'a', is_on: true })
  expect(take({ thing, is_on: false })).toEqual({ name: 'a', is_on: false })
})

test('what is no such thing as GET answers is one that nobody knows', () => {
  for (const other of [5, 'a', null, [thing]])
    expect(take({ thing: other, is_on: false })).toEqual({ thing: other, is_on: false })
})

test('a member that every object has is one that nobody knows', () => {
  expect(take({ ...thing, toString: 1 })).toEqual({ name: 'a', is_on: true, toString: 1 })
})
