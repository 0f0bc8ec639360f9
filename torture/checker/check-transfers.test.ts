import { expect, test } from 'vitest'

import type { BankTransfer, TransferAsk } from '#torture/clients/client-records.ts'

import { checkTransfers } from './check-transfers.ts'
import type { DepositRow, EntryRow, Rows } from './read-rows.ts'

const usd = 100_000_000n
const deposit: DepositRow = {
  id: '9',
  userId: 5,
  reference: 'r',
  gateway: 'manual-bank',
  amount: 100n * usd,
  status: 'completed',
  isAwaited: false,
  refusedMs: null,
}
const credit = (own: Partial<EntryRow> = {}): EntryRow => ({
  userId: 5,
  type: 'deposit',
  signed: 100n * usd,
  orderId: null,
  depositId: '9',
  isReversal: false,
  byStaff: true,
  ...own,
})
const bonus = (dollars: bigint) => credit({ type: 'bonus', signed: dollars * usd })
const ask = (own: Partial<TransferAsk> = {}): TransferAsk => ({
  orderId: 'r',
  who: 'ann',
  what: 'credit',
  amount: 100n * usd,
  status: 200,
  isFinal: true,
  ...own,
})
const transfer: BankTransfer = { userId: 5, reference: 'T 1', arrived: 100n * usd, isSent: true }

function check(
  deposits: DepositRow[],
  entries: EntryRow[],
  asks: TransferAsk[],
  transfers = new Map([['r', transfer]]),
) {
  const none = { orders: [], balances: [], services: [], supplies: [], refills: [], attempts: [] }
  const rows: Rows = { ...none, deposits, entries }
  return checkTransfers({ rows, method: 'manual-bank', transfers, asks }).map(({ kind }) => kind)
}

const refusal = ask({ what: 'refuse', who: 'ben' })
const unheard = { status: 0, isFinal: false }
test.each<[string, Partial<DepositRow>, EntryRow[], TransferAsk[], string[]]>([
  ['credited as asked', {}, [credit(), bonus(5n)], [ask()], []],
  ['credited, and the answer was lost', {}, [credit(), bonus(5n)], [ask(unheard)], []],
  ['credited twice', {}, [credit(), credit(), bonus(5n)], [ask()], ['duplicated']],
  ['another amount', {}, [credit({ signed: 90n * usd })], [ask()], ['duplicated']],
  ['without its bonus', {}, [credit()], [ask()], ['other']],
  ['to another customer', {}, [credit({ userId: 6 }), bonus(5n)], [ask()], ['other']],
  ['an acknowledged credit is missing', { status: 'review' }, [], [ask()], ['lost']],
  ['an acknowledged refusal is credited', {}, [credit(), bonus(5n)], [ask(unheard), refusal], ['lost']],
  ['refused', { status: 'canceled' }, [], [refusal], []],
  ['credited and refused', {}, [credit(), bonus(5n)], [ask(), refusal], ['duplicated']],
  ['waits for staff', { status: 'review' }, [], [], []],
  ['was sent and waits for nobody', { status: 'pending' }, [], [], ['lost']],
])('%s', (_what, own, entries, asks, found) => {
  expect(check([{ ...deposit, ...own }], entries, asks)).toEqual(found)
})

const large = { amount: 300n * usd }
const proposed = ask({ ...large, isFinal: false })
test.each<[string, TransferAsk[], string[]]>([
  ['one proposed and another approved', [proposed, ask({ ...large, what: 'approve', who: 'ben' })], []],
  ['one did both', [proposed, ask({ ...large, what: 'approve' })], ['other']],
  ['nobody approved', [ask(large)], ['other']],
])('above the limit: %s', (_what, asks, found) => {
  const entries = [credit({ signed: 300n * usd }), bonus(15n)]
  expect(check([{ ...deposit, ...large }], entries, asks)).toEqual(found)
})

test('one reference is credited once, however it is spelled', () => {
  const other = { ...deposit, id: '10', reference: 's' }
  const entries = [credit(), bonus(5n), credit({ depositId: '10' }), { ...bonus(5n), depositId: '10' }]
  const asks = [ask(), ask({ orderId: 's' })]
  const both = (reference: string) =>
    new Map([
      ['r', transfer],
      ['s', { ...transfer, reference }],
    ])
  expect(check([deposit, other], entries, asks, both('t1'))).toEqual(['duplicated'])
  expect(check([deposit, other], entries, asks, both('T 2'))).toEqual([])
})
