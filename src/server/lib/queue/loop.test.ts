import { expect, test } from 'vitest'

import { workThrough } from './loop.ts'

test.each([1, 4])(
  'an item that throws stops none of the others, %i at a time, and fails the round',
  async (atOnce) => {
    const done: number[] = []
    const round = workThrough({
      items: [1, 2, 3, 4, 5, 6, 7, 8],
      atOnce,
      work: async (item) => {
        await Promise.resolve()
        if (item === 2 || item === 5) throw new Error(`item ${item}`)
        done.push(item)
      },
    })
    await expect(round).rejects.toThrow('item 2')
    expect(done.toSorted()).toEqual([1, 3, 4, 6, 7, 8])
  },
)
