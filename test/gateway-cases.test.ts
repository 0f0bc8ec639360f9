import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditMoney } from './audit.ts'
import { usd } from './factories.ts'
import { makeTill, type Rig, rigs, type Till } from './gateway-rigs.ts'

// Everything that may happen to a deposit of $20, at every gateway, over the network and with a real database.

describe.each<Rig>(rigs)('$name', (rig) => {
  let till: Till
  beforeAll(async () => {
    till = await makeTill(rig)
    await till.list()
  })
  afterAll(async () => {
    await auditMoney(till.ctx)
    await till.drop()
  })
  // Cases of features that a gateway lacks are left out: skipped tests would look like gaps.
  const casesIf = (isCase: boolean) => (isCase ? [rig.name] : [])
  const ifOpens = casesIf(rig.open !== undefined)
  const ifRefunds = casesIf(rig.hasRefunds === true)
  const ifDisputes = casesIf(rig.hasDisputes === true)
  const settle = async () => [await till.work(), await till.pollLater(), await till.pollLater()]

  test('paid: credited once, whatever polls again', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(() => Promise.all([till.work(), till.work()]))).toBe(usd('20'))
    expect(await till.credited(settle)).toBe(0n)
    expect(await till.find(reference)).toMatchObject({ status: 'completed', review_code: null })
  })

  test('replayed: the same webhook three times, and once more later, is credited once', async () => {
    const reference = await till.open()
    await till.fault({ action: 'webhook', kind: 'webhook_repeat' })
    await till.play(reference, { what: 'pay' })
    expect(await till.delivered(reference)).toHaveLength(3)
    expect(await till.credited(settle)).toBe(usd('20'))
    expect(await till.credited(async () => [await till.resend(reference), await settle()])).toBe(0n)
  })

  test('reordered: an older state that comes after the payment changes nothing', async () => {
    const reference = await till.open()
    await till.fault({ action: 'webhook', kind: 'webhook_reorder' })
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    expect(await till.find(reference)).toMatchObject({ status: 'completed', review_code: null })
  })

  test('forged: a wrong signature is refused with 401 and credits nothing', async () => {
    const reference = await till.open()
    await till.fault({ action: 'webhook', kind: 'webhook_forge' })
    await till.play(reference, { what: 'pay' })
    expect((await till.delivered(reference)).map((row) => row['http_status'])).toEqual([401])
    expect(await till.credited(till.work)).toBe(0n)
    // Where the gateway can be queried, its answer replaces the webhook.
    expect(await till.credited(() => till.pollLater())).toBe(rig.isBelieved ? 0n : usd('20'))
  })

  test("early: a webhook ahead of the gateway's status is credited once the status confirms it", async () => {
    const reference = await till.open()
    await till.fault({ action: 'webhook', kind: 'webhook_early', delay_ms: 400 })
    await till.play(reference, { what: 'pay' })
    const first = await till.credited(till.work)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(first + (await till.credited(settle))).toBe(usd('20'))
  })

  test('early, about a credited deposit: the gateway is polled until it confirms the webhook', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    await till.fault({ action: 'webhook', kind: 'webhook_early', delay_ms: 400 })
    const isRefund = rig.hasRefunds === true
    await till.play(reference, isRefund ? { what: 'refund' } : { what: 'pay', amount: '5' })
    // On a busy machine the webhook's change may be there already.
    const first = await till.credited(till.work)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const later = new Date(Date.now() + 3_000)
    const taken = first + (await till.credited(() => till.workAt(later)))
    const { reversed, review_code: seen } = await till.find(reference)
    expect([taken, reversed, seen]).toEqual(
      isRefund ? [-usd('20'), usd('20'), 'reversed'] : [0n, 0n, 'more_than_credited'],
    )
  })

  test('no webhook at all: found by polling, if the gateway can be polled', async () => {
    const reference = await till.open()
    await till.fault({ action: 'webhook', kind: 'webhook_missing' })
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(rig.isBelieved ? 0n : usd('20'))
  })

  test.each(ifOpens)('lost answer: the next try finds the invoice and opens no second', async () => {
    const key = `lost-${rig.name}`
    await till.fault({ action: rig.open ?? '', kind: 'error_500_after' })
    await expect(till.open(key)).rejects.toMatchObject({ code: 'gateway_failed' })
    const reference = await till.referenceOf(key)
    expect(await till.open(key)).toBe(reference)
    expect(await till.invoices(reference)).toBe(1)
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
  })

  test.each(ifOpens)('lost answer: found by polling, even without a second try', async () => {
    const key = `left-${rig.name}`
    await till.fault({ action: rig.open ?? '', kind: 'reset', taken: true })
    await expect(till.open(key)).rejects.toMatchObject({ code: 'gateway_failed' })
    const reference = await till.referenceOf(key)
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
  })

  test('late: a payment after the deposit was canceled is credited', async () => {
    const reference = await till.open()
    await till.pollLater(60 * 60)
    await till.pollLater(60 * 60)
    expect((await till.find(reference)).status).toBe('canceled')
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(till.work)).toBe(usd('20'))
  })

  test("neither a webhook nor a poll: found in the gateway's list, if it has one, and credited once", async () => {
    const reference = await till.open()
    await till.pollLater(60 * 60)
    await till.pollLater(60 * 60)
    await till.fault({ action: 'webhook', kind: 'webhook_missing' })
    await till.play(reference, { what: 'pay' })
    // It is no longer polled.
    await till.ctx.db
      .updateTable('deposits')
      .set({ due_at: null })
      .where('reference', '=', reference)
      .execute()
    expect(await till.credited(settle)).toBe(0n)
    expect(await till.credited(till.list)).toBe(rig.isBelieved ? 0n : usd('20'))
    expect(await till.credited(async () => [await till.list(), await settle()])).toBe(0n)
    const found = rig.isBelieved ? [] : [{ source: 'list', effect: 'completed', failed_at: null }]
    expect(await till.events(reference)).toEqual(found)
  })

  test("a credited payment is in the gateway's list, and is not queried again", async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    const told = await till.events(reference)
    expect(await till.credited(till.list)).toBe(0n)
    expect(await till.events(reference)).toEqual(told)
    const { rows } = await till.ctx.pool.query(
      'select sum(amount)::bigint as amount from listed_payments where reference = $1 having count(*) > 0',
      [reference],
    )
    // Payeer's list has the account's amounts, after fees.
    const amount = rig.method === 'payeer' ? null : usd('20')
    expect(rows).toEqual(rig.isBelieved ? [] : [{ amount }])
  })

  test("a second payment without a webhook: found in the gateway's list, and staff see it", async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    await till.fault({ action: 'webhook', kind: 'webhook_missing' })
    await till.play(reference, rig.open === 'payment' ? { what: 'pay_twice' } : { what: 'pay' })
    expect(await till.credited(till.list)).toBe(0n)
    const seen = rig.isBelieved ? null : 'more_than_credited'
    expect(await till.find(reference)).toMatchObject({ status: 'completed', review_code: seen })
  })

  test('a payment to another shop with the same account raises no alert and is not queried', async () => {
    const reference = await till.openForeign()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(async () => [await till.work(), await till.list()])).toBe(0n)
    const events = await till.events(reference)
    expect(events.length).toBeGreaterThan(0)
    for (const event of events)
      expect(event).toMatchObject({ source: 'webhook', effect: 'other_shop', failed_at: null })
  })

  test("a payment in the gateway's list without a deposit here: credited to nobody, and shown to staff", async () => {
    const reference = await till.openForeign('restored-from-a-backup-1')
    await till.fault({ action: 'webhook', kind: 'webhook_missing' })
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(till.list)).toBe(0n)
    expect(await till.events(reference)).toEqual([])
    expect(await till.reconcile(reference)).toEqual(rig.isBelieved ? [] : ['not_here'])
  })

  test('paid twice: credited once, and staff see the rest', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay_twice' })
    expect(await till.credited(settle)).toBe(usd('20'))
    const found = await till.find(reference)
    expect(found).toMatchObject({
      status: 'completed',
      review_code: 'more_than_credited',
      arrived: usd('40'),
    })
  })

  test('too little: nothing is credited, and staff decide', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay_little' })
    expect(await till.credited(settle)).toBe(0n)
    expect(await till.find(reference)).toMatchObject({ status: 'review', review_code: 'underpaid' })
  })

  test('too much: the amount of the deposit is credited, and staff see the rest', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay_much' })
    expect(await till.credited(settle)).toBe(usd('20'))
    expect(await till.find(reference)).toMatchObject({
      status: 'completed',
      review_code: 'more_than_credited',
      arrived: usd('30'),
    })
  })

  test.each(ifRefunds)('refunded at the gateway: reversed once, however often it is reported', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    await till.fault({ action: 'webhook', kind: 'webhook_repeat' })
    await till.play(reference, { what: 'refund' })
    expect(await till.credited(settle)).toBe(-usd('20'))
    expect(await till.credited(async () => [await till.resend(reference), await settle()])).toBe(0n)
    expect(await till.find(reference)).toMatchObject({ status: 'completed', reversed: usd('20') })
  })

  test.each(ifDisputes)('refunded in parts, each reversed', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect(await till.credited(settle)).toBe(usd('20'))
    for (const amount of ['5', '7.50']) {
      await till.play(reference, { what: 'refund', amount })
      expect(await till.credited(settle)).toBe(-usd(amount))
    }
  })

  test.each(ifDisputes)(
    'disputed: the inquiry moves nothing, the withdrawal is taken back, and what is reinstated is returned',
    async () => {
      const reference = await till.open()
      await till.play(reference, { what: 'pay' })
      expect(await till.credited(settle)).toBe(usd('20'))
      const after = async (what: 'inquire' | 'dispute' | 'reinstate') => {
        await till.play(reference, { what })
        return till.credited(settle)
      }
      expect(await after('inquire')).toBe(0n)
      expect(await till.told(reference)).toEqual(['deposit_disputed'])
      expect(await after('dispute')).toBe(-usd('20'))
      expect(await after('reinstate')).toBe(usd('20'))
      expect(await till.told(reference)).toEqual(['deposit_disputed', 'deposit_reversed', 'deposit_returned'])
      expect(await till.find(reference)).toMatchObject({ status: 'completed', reversed: 0n })
    },
  )

  test.each(ifDisputes)('an event with all of a dispute’s evidence in it is accepted', async () => {
    const reference = await till.open()
    await till.play(reference, { what: 'pay' })
    expect([await till.resend(reference, 200_000), await till.resend(reference, 270_000)]).toEqual([200, 413])
    expect(await till.credited(settle)).toBe(usd('20'))
  })

  test.each(ifDisputes)(
    'paid by a slow method: credited when it has arrived, closed when it failed',
    async () => {
      const [one, other] = [await till.open(), await till.open()]
      for (const reference of [one, other]) await till.play(reference, { what: 'pay_later' })
      expect(await till.credited(settle)).toBe(0n)
      await till.play(one, { what: 'pay' })
      await till.play(other, { what: 'fail' })
      expect(await till.credited(settle)).toBe(usd('20'))
      expect(await till.find(other)).toMatchObject({ status: 'canceled' })
    },
  )

  test.each(['EUR', 'USDT'])(
    'paid in %s instead of USD: nothing is credited, and staff decide',
    async (currency) => {
      const reference = await till.openIn(currency)
      await till.play(reference, { what: 'pay', currency })
      expect(await till.credited(settle)).toBe(0n)
      expect(await till.find(reference)).toMatchObject({ status: 'review', review_code: 'other_currency' })
    },
  )
})
