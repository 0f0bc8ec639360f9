import type { Pool } from 'pg'
import { expect, test } from 'vitest'

import { limitMassOrders } from './limit-mass-orders.ts'

test('two mass orders run at once, one per customer, in turns, and a locked one is retried after others', async () => {
  const pool = {} as Pool // a key, nothing of it is read
  const running: number[] = []
  const ran: string[] = []
  let locks = 2
  const place = (userId: number, name: string, isLocked = false) =>
    limitMassOrders(pool, userId, async () => {
      running.push(userId)
      expect(running.length).toBeLessThanOrEqual(2)
      expect(new Set(running).size).toBe(running.length)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running.splice(running.indexOf(userId), 1)
      if (isLocked && (locks -= 1) >= 0) throw Object.assign(new Error('locked'), { code: '55P03' })
      ran.push(name)
      return name
    })
  const many = Array.from({ length: 5 }, (_, at) => place(1, `a${at}`))
  const others = [place(2, 'b', true), place(3, 'c')]
  expect(await Promise.all([...many, ...others])).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b', 'c'])
  expect(ran.indexOf('c')).toBeLessThan(3)
  expect(ran.filter((name) => name.startsWith('a'))).toEqual(['a0', 'a1', 'a2', 'a3', 'a4'])
  expect(locks).toBeLessThan(0)
})
