import { expect, test } from 'vitest'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'
import { adminUsersText } from './texts.en.ts'
import { columnsOf } from './users-columns.tsx'

const t: Say<typeof adminUsersText> = (key, ...rest) => sayIn('en', adminUsersText, key, ...rest)
const acts = { mayEdit: () => true, mayDelete: () => true, onEdit: () => {}, onDelete: () => {} }

test.each([
  [undefined, 'balance'],
  ['balance', 'balance'],
  ['spent', 'spent'],
  ['seen', 'seen'],
])('on a phone a list of users sorted by %s shows each %s', (sortedBy, shown) => {
  const columns = columnsOf(t, sortedBy, acts)
  expect(columns.filter(({ narrow }) => narrow === 'end').map(({ key }) => key)).toEqual([shown])
})
