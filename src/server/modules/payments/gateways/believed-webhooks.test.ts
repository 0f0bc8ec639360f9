import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditMoney } from '#test/audit.ts'
import { usd } from '#test/factories.ts'
import { makeTill, type Rig, rigs, type Till } from '#test/gateway-rigs.ts'

// A gateway without a status call: the signed content of its webhooks is trusted, each operation once.

const rig = rigs.find((one: Rig) => one.isBelieved === true)
let till: Till
beforeAll(async () => {
  if (rig === undefined) throw new Error('one is there')
  till = await makeTill(rig)
})
afterAll(async () => {
  await auditMoney(till.ctx)
  await till.drop()
})

/** A notification with the gateway's signature. */
async function notify(own: {
  m_orderid: string
  m_operation_id: string
  m_amount: string
  m_status?: string
}) {
  const account = till.gateway.others.find(({ speaks }) => speaks === 'payeer')
  if (account?.speaks !== 'payeer') throw new Error('the sandbox speaks it')
  const values = {
    m_operation_id: own.m_operation_id,
    m_operation_ps: '2609',
    m_operation_date: '27.11.2026 20:00:00',
    m_operation_pay_date: '27.11.2026 20:00:01',
    m_shop: account.shop,
    m_orderid: own.m_orderid,
    m_amount: own.m_amount,
    m_curr: 'USD',
    m_desc: '',
    m_status: own.m_status ?? 'success',
  }
  const m_sign = createHash('sha256')
    .update([...Object.values(values), account.key].join(':'))
    .digest('hex')
    .toUpperCase()
  const response = await fetch(`${till.url}/api/payment/webhook/payeer`, {
    method: 'POST',
    body: new URLSearchParams({ ...values, m_sign }),
  })
  return [response.status, await response.text()]
}

test('is credited once per operation, however many webhooks report it at once', async () => {
  const reference = await till.open()
  const told = { m_orderid: reference, m_operation_id: '1001', m_amount: '20.00' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => notify(told)))
  expect(new Set(answers.flat())).toEqual(new Set([200, `${reference}|success`]))
  expect(await till.credited(() => Promise.all([till.work(), till.work()]))).toBe(usd('20'))
  await notify(told)
  expect(await till.credited(till.work)).toBe(0n)
  expect(await till.find(reference)).toMatchObject({
    status: 'completed',
    review_code: null,
    arrived: usd('20'),
  })
})

test('an operation counts with its first reported amount, and for its first deposit', async () => {
  const [reference, other] = [await till.open(), await till.open()]
  await notify({ m_orderid: reference, m_operation_id: '1002', m_amount: '5.00' })
  await notify({ m_orderid: reference, m_operation_id: '1002', m_amount: '20.00' })
  await notify({ m_orderid: other, m_operation_id: '1002', m_amount: '20.00' })
  expect(await till.credited(till.work)).toBe(0n)
  expect(await till.find(reference)).toMatchObject({ status: 'review', arrived: usd('5') })
  expect(await till.find(other)).toMatchObject({ status: 'pending' })
})

test('two operations are summed, and a failed one adds nothing', async () => {
  const reference = await till.open()
  await notify({ m_orderid: reference, m_operation_id: '1003', m_amount: '20.00', m_status: 'fail' })
  expect(await till.credited(till.work)).toBe(0n)
  await notify({ m_orderid: reference, m_operation_id: '1004', m_amount: '12.00' })
  await notify({ m_orderid: reference, m_operation_id: '1005', m_amount: '8.00' })
  expect(await till.credited(till.work)).toBe(usd('20'))
})

test('money for an order that is not in this database is a failed job', async () => {
  await notify({ m_orderid: 'restored-from-a-backup-1', m_operation_id: '1006', m_amount: '20.00' })
  await till.work()
  // The audit lists it, and nothing else.
  await expect(auditMoney(till.ctx)).rejects.toThrow('the audit finds')
  const { rows } = await till.database.pool.query(
    "delete from gateway_events where reference = 'restored-from-a-backup-1' and failed_at is not null returning fault",
  )
  expect(rows).toHaveLength(1)
})
