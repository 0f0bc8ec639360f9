import { expect, test } from 'vitest'

import { readTimes, sumServer } from '#bench/database-cpu.ts'

const stat = (pid: number, command: string, parent: number, times: string) =>
  `${pid} (${command}) S ${parent} 10 10 0 -1 4194560 1 2 3 4 ${times} 20 0 1 0 100 200 300\n`

test('CPU times are read after a command with spaces and parentheses', () => {
  expect(readTimes(stat(12, 'postgres: a) S 7 (b', 10, '150 50 20 5'))).toEqual({
    pid: 12,
    parent: 10,
    own: 2,
    ended: 0.25,
  })
  expect(readTimes('')).toBeUndefined()
})

test("a server's CPU is that of its postmaster, its children and children that have ended", () => {
  const processes = [
    readTimes(stat(10, 'postgres', 1, '1 1 300 98')),
    readTimes(stat(12, 'postgres: checkpointer', 10, '10 10 0 0')),
    readTimes(stat(13, 'postgres: client backend', 10, '50 30 0 0')),
    readTimes(stat(20, 'postgres', 1, '900 900 900 900')),
    readTimes(stat(21, 'postgres: of another server', 20, '900 900 0 0')),
  ].filter((times) => times !== undefined)
  expect(sumServer(10, processes)).toBeCloseTo(5, 10)
})
