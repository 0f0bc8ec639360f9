import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test('on the server there is no cache: it would be shared by everybody', () => {
  expect(() => queryClient()).toThrow('Only browsers')
})
