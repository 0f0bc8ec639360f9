import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test('there is no cache on the server: all users would share it', () => {
  expect(() => queryClient()).toThrow('Only browsers')
})
