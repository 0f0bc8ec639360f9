import { expect, test } from 'vitest'

import { type BoughtRow, checkResale, type ResoldRow } from './check-resale.ts'

const link = 'https://example.com/1'
const resold = (own: Partial<ResoldRow> = {}): ResoldRow => ({
  id: 1,
  key: 'k',
  link,
  quantity: 100,
  price: 1_500n,
  refunded: 0n,
  status: 'COMPLETED',
  there: '7',
  cost: 1_000n,
  ...own,
})
const bought = (own: Partial<BoughtRow> = {}): BoughtRow => ({
  id: 7,
  link,
  quantity: 100,
  price: 1_000n,
  refunded: 0n,
  wasCompleted: false,
  ...own,
})
const placed = { key: 'k', link, quantity: 100, id: 1 }

test.each<[string, ResoldRow[], BoughtRow[], string[]]>([
  ['all is well', [resold()], [bought()], []],
  ['it is open', [resold({ status: 'PROCESSING', cost: 5n })], [bought()], []],
  [
    'a part came back',
    [resold({ status: 'PARTIAL', refunded: 375n, cost: 750n })],
    [bought({ refunded: 250n })],
    [],
  ],
  [
    'all came back',
    [resold({ status: 'CANCELED', refunded: 1_500n, cost: 0n })],
    [bought({ refunded: 1_000n })],
    [],
  ],
  ['an acknowledged order is gone', [], [], ['lost']],
  ['it has another key', [resold({ key: 'x' })], [bought()], ['lost']],
  ['it was bought twice', [resold()], [bought(), bought({ id: 8 })], ['duplicated']],
  ['something else was bought', [resold()], [bought(), bought({ id: 8, link: 'y' })], ['lost']],
  ['it is another order there', [resold({ there: '8' })], [bought()], ['lost']],
  ['it costs more than was charged', [resold({ cost: 1_001n })], [bought()], ['other']],
  ['what came back there did not here', [resold({ cost: 750n })], [bought({ refunded: 250n })], ['other']],
  [
    'staff refunded there what both had completed',
    [resold()],
    [bought({ refunded: 1_000n, wasCompleted: true })],
    [],
  ],
  [
    'and it is not completed here',
    [resold({ status: 'PARTIAL' })],
    [bought({ refunded: 1_000n, wasCompleted: true })],
    ['other'],
  ],
  ['all came back there, which had not completed it', [resold()], [bought({ refunded: 1_000n })], ['other']],
  ['more came back here than there', [resold({ refunded: 1n })], [bought()], ['other']],
])('%s', (_what, here, there, kinds) => {
  expect(checkResale(here, there, [placed]).map(({ kind }) => kind)).toEqual(kinds)
})
