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

test('members sent next to the object that GET returned take precedence, and read-only members are ignored', () => {
  expect(take({ success: true, thing })).toEqual({ name: 'a', is_on: true })
  expect(take({ thing, is_on: false })).toEqual({ name: 'a', is_on: false })
})

test('an object that GET never returns is refused as unknown', () => {
  for (const other of [5, 'a', null, [thing]])
    expect(take({ thing: other, is_on: false })).toEqual({ thing: other, is_on: false })
})

test('a member of every JavaScript object is refused as unknown', () => {
  expect(take({ ...thing, toString: 1 })).toEqual({ name: 'a', is_on: true, toString: 1 })
})
