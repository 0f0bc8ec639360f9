import { expect, test } from 'vitest'

import { checkAcknowledged, checkIds, checkTaken, type PlacedAround } from './check-restored.ts'

const kindsOf = (findings: readonly { kind: string }[]) => findings.map(({ kind }) => kind)
const row = (link: string, dispatch = 'accepted') => ({ id: '1', link, status: 'PENDING', dispatch })

test('an order that was taken twice, or was taken and waits to be sent, is doubled', () => {
  const accepts = [
    { link: 'a', order: 1 },
    { link: 'b', order: 2 },
    { link: 'b', order: 3 },
    { link: 'gone', order: 4 },
    { link: 'c', order: 5 },
  ]
  expect(checkTaken([row('a'), row('b'), row('c', 'queued')], accepts)).toMatchObject([
    { kind: 'duplicated', what: expect.stringContaining('b was taken as 2, 3') },
    { kind: 'duplicated', what: expect.stringContaining('waits to be sent again') },
  ])
})

test('only what was acknowledged between a backup and the end of its product may be gone', () => {
  const restores = [{ takenAt: 100, killedAt: 200, resumes: 1, decided: 0 }]
  const placed: PlacedAround[] = [50, 150, 250].map((at) => ({
    link: String(at),
    acknowledged: { id: at, at },
  }))
  expect(kindsOf(checkAcknowledged([], placed, restores))).toEqual(['lost', 'lost'])
  expect(placed.map(({ isLost }) => isLost)).toEqual([false, true, false])
  expect(checkAcknowledged([row('50'), row('250')], placed, restores)).toEqual([])
})

test('an id that was assigned twice is found', () => {
  const placed = ['a', 'b'].map((link) => ({ link, acknowledged: { id: 7, at: 1 } }))
  expect(checkIds(placed)).toMatchObject([{ kind: 'duplicated', what: 'id 7 was given to a, b' }])
  expect(checkIds(placed.slice(1))).toEqual([])
})
