import { expect, test } from 'vitest'

import type { OpenedDeposit } from '#torture/clients/client-records.ts'
import { type HeardWebhook, isPaid } from '#torture/sandboxes/follow-gateway.ts'

import { checkDeposits } from './check-deposits.ts'
import type { DepositRow, EntryRow, Rows } from './read-rows.ts'

const rows = (own: Partial<Rows>): Rows => ({
  orders: [],
  entries: [],
  balances: [],
  deposits: [],
  services: [],
  supplies: [],
  refills: [],
  attempts: [],
  ...own,
})
const entry = (own: Partial<EntryRow>): EntryRow => ({
  userId: 5,
  type: 'deposit',
  signed: 0n,
  orderId: null,
  depositId: '9',
  isReversal: false,
  byStaff: false,
  ...own,
})
const kinds = (found: { kind: string }[]) => found.map(({ kind }) => kind)

const usd = 100_000_000n
const deposit: DepositRow = {
  id: '9',
  userId: 5,
  reference: 'r',
  gateway: 'cryptomus',
  amount: 200n * usd,
  status: 'completed',
  isAwaited: false,
  refusedMs: null,
}
const credit = (own: Partial<EntryRow> = {}) =>
  entry({ type: 'deposit', signed: 200n * usd, orderId: null, depositId: '9', ...own })
const bonus = (own: Partial<EntryRow> = {}) => credit({ type: 'bonus', signed: 10n * usd, ...own })

test.each<[string, EntryRow[], string, string[]]>([
  ['paid and credited', [credit(), bonus()], 'paid', []],
  ['neither', [], 'cancel', []],
  ['paid and not credited', [], 'paid_over', ['lost']],
  ['credited twice', [credit(), credit(), bonus()], 'paid', ['duplicated']],
  ['two bonuses', [credit(), bonus(), bonus()], 'paid', ['duplicated', 'other']],
  ['credited and not paid', [credit(), bonus()], 'check', ['duplicated']],
  ['credited by staff with what arrived', [credit({ byStaff: true, signed: 90n * usd })], 'wrong_amount', []],
  ['credited by staff with more', [credit({ byStaff: true, signed: 91n * usd })], 'wrong_amount', ['other']],
  ['another amount', [credit({ signed: 201n * usd }), bonus()], 'paid', ['other']],
  ['to another customer', [credit({ userId: 6 }), bonus()], 'paid', ['other']],
  ['no bonus where one is due', [credit()], 'paid', ['other']],
  ['a bonus and no credit', [bonus()], 'cancel', ['other']],
])('%s', (_what, entries, status, found) => {
  const paid = isPaid(status) ? deposit.amount : 0n
  const invoice = { reference: 'r', amount: deposit.amount, status, received: 90n * usd, at: 1, paid }
  const of = { rows: rows({ deposits: [deposit], entries }), opened: [], invoices: new Map([['r', invoice]]) }
  expect(kinds(checkDeposits({ ...of, byStaff: new Set(['r']), paidBefore: 2 }))).toEqual(found)
})

test.each<[string, bigint, string, string[]]>([
  ['nearly all of it arrived', 190n * usd, 'paid', []],
  ['too little of it arrived', 189n * usd, 'paid', ['duplicated']],
  ['it was paid and is given back since', 200n * usd, 'refund_paid', []],
])('credited, and %s', (_what, paid, status, found) => {
  const invoice = { reference: 'r', amount: deposit.amount, status, received: paid, at: 1, paid }
  const of = { opened: [], invoices: new Map([['r', invoice]]), byStaff: new Set<string>(), paidBefore: 2 }
  const entries = [credit(), bonus()]
  expect(kinds(checkDeposits({ ...of, rows: rows({ deposits: [deposit], entries }) }))).toEqual(found)
})

const back = (dollars: bigint) => credit({ signed: -dollars * usd, isReversal: true })

test.each<[string, EntryRow[], string, string[]]>([
  ['because the gateway paid it back', [back(200n), back(10n)], 'refund_paid', []],
  ['and the gateway still has it', [back(5n)], 'paid', ['lost']],
  ['by more than it brought', [back(211n)], 'refund_paid', ['lost']],
  ['and returned', [back(200n), back(-200n)], 'paid', []],
])('reversed, %s', (_what, taken, status, found) => {
  const invoice = {
    reference: 'r',
    amount: deposit.amount,
    status,
    received: deposit.amount,
    at: 1,
    paid: deposit.amount,
  }
  const of = { opened: [], invoices: new Map([['r', invoice]]), byStaff: new Set<string>(), paidBefore: 2 }
  const entries = [credit(), bonus(), ...taken]
  expect(kinds(checkDeposits({ ...of, rows: rows({ deposits: [deposit], entries }) }))).toEqual(found)
})

test('a credit by staff that staff never asked for is reported', () => {
  const invoice = {
    reference: 'r',
    amount: deposit.amount,
    status: 'wrong_amount',
    received: 90n * usd,
    at: 1,
    paid: 0n,
  }
  const entries = [credit({ byStaff: true, signed: 90n * usd })]
  const of = { rows: rows({ deposits: [deposit], entries }), opened: [], invoices: new Map([['r', invoice]]) }
  expect(kinds(checkDeposits({ ...of, byStaff: new Set(), paidBefore: 2 }))).toEqual(['duplicated'])
})

test('one that was just paid or is in review is not lost, and one that was opened must exist', () => {
  const invoice = {
    reference: 'r',
    amount: deposit.amount,
    status: 'paid',
    received: 0n,
    at: 3,
    paid: deposit.amount,
  }
  const invoices = new Map([['r', invoice]])
  const check = (deposits: DepositRow[], opened: OpenedDeposit[], paidBefore: number) =>
    kinds(
      checkDeposits({
        rows: rows({ deposits, entries: [] }),
        opened,
        invoices,
        byStaff: new Set(),
        paidBefore,
      }),
    )
  expect(check([deposit], [], 2)).toEqual([])
  expect(check([{ ...deposit, status: 'review' }], [], 4)).toEqual([])
  const opened = { key: 'p', userId: 5, amount: deposit.amount, reference: 'r' }
  expect(check([], [opened], 2)).toEqual(['lost'])
  expect(check([deposit], [{ ...opened, amount: 1n }], 2)).toEqual(['lost'])
})

test('one that staff refused after it was paid is not lost; one that was paid after the refusal is', () => {
  const invoice = {
    reference: 'r',
    amount: deposit.amount,
    status: 'paid',
    received: deposit.amount,
    at: 5,
    paid: deposit.amount,
  }
  const check = (refusedMs: number) =>
    kinds(
      checkDeposits({
        rows: rows({ deposits: [{ ...deposit, status: 'canceled', refusedMs }], entries: [] }),
        opened: [],
        invoices: new Map([['r', invoice]]),
        byStaff: new Set(),
        paidBefore: 9,
      }),
    )
  expect(check(6)).toEqual([])
  expect(check(4)).toEqual(['lost'])
})

const told = (id: string, amount: string, status = 'success'): HeardWebhook => ({
  what: 'pay',
  body: `m_operation_id=${id}&m_amount=${amount}&m_status=${status}`,
  at: 1,
})

test.each<[string, HeardWebhook[], boolean, string[]]>([
  ['has told of it', [told('1', '200.00')], false, ['lost']],
  ['has told of it in two parts', [told('1', '100.00'), told('2', '90.00')], false, ['lost']],
  ['has told of a part twice', [told('1', '100.00'), told('1', '100.00')], false, []],
  ['has told that it failed', [told('1', '200.00', 'fail')], false, []],
  ['was not heard', [], false, []],
  ['was heard just now', [told('1', '200.00')], true, []],
])("paid at a gateway that can't be polled, not credited, and it %s", (_what, heard, isAwaited, found) => {
  const pending = { ...deposit, gateway: 'payeer', status: 'pending', isAwaited }
  const paid = deposit.amount
  const invoice = { reference: 'r', amount: paid, status: 'paid', received: paid, at: 1, paid }
  const of = { opened: [], invoices: new Map([['r', invoice]]), byStaff: new Set<string>(), paidBefore: 0 }
  const more = { heard: new Map([['r', heard]]), cannotAsk: ['payeer'] }
  expect(kinds(checkDeposits({ ...of, ...more, rows: rows({ deposits: [pending] }) }))).toEqual(found)
})

const won = { what: 'reinstate', body: '', at: 1 }
test.each<[string, HeardWebhook[], boolean, string[]]>([
  ['and the product was told', [won], false, ['lost']],
  ['and is working on it', [won], true, []],
  ['and nobody was told', [], false, []],
])('reversed for a dispute that was won, not returned, %s', (_what, heard, isAwaited, found) => {
  const paid = deposit.amount
  const invoice = { reference: 'r', amount: paid, status: 'paid', received: paid, at: 1, paid }
  const invoices = new Map([['r', { ...invoice, isReinstated: true }]])
  const of = { opened: [], invoices, byStaff: new Set<string>(), paidBefore: 2 }
  const taken = rows({ deposits: [{ ...deposit, isAwaited }], entries: [credit(), bonus(), back(200n)] })
  expect(kinds(checkDeposits({ ...of, heard: new Map([['r', heard]]), rows: taken }))).toEqual(found)
})
