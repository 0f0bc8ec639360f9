import { money, type Money, UNITS_PER_USD } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'
import { starService } from '#server/modules/catalogue/favourites/favourites.ts'
import { makeTermsListener } from '#server/modules/catalogue/prices/follow-terms.ts'
import { createAnnouncement } from '#server/modules/messaging/announcements/create-announcement.ts'
import { decideRefund } from '#server/modules/orders/admin/decide-order.ts'
import { decidePartRefund } from '#server/modules/orders/admin/decide-part.ts'
import { editOrder } from '#server/modules/orders/admin/edit-order.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'
import { updateProvider } from '#server/modules/providers/accounts/update-provider.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { receiveMessage } from '#server/modules/support/contact/receive-message.ts'
import { createApiKey } from '#server/modules/users/api-keys/manage-keys.ts'
import { inviteUser } from '#server/modules/users/invitations/invite-user.ts'
import { updateUser } from '#server/modules/users/update-user.ts'

import type { DemoCast, DemoStep } from './demo-cast.ts'
import { INVITED_EMAIL } from './demo-people.ts'
import type { DemoService } from './demo-services.ts'

type Scene = { cast: DemoCast; providerId: number; popular: readonly DemoService[] }

/** Decisions of staff, and customers' actions other than orders. */
export function decisionSteps({ cast, providerId, popular }: Scene): DemoStep[] {
  const { manager, orders } = cast.staff
  const asks = (hoursAgo: number, run: DemoStep['run']): DemoStep => ({ hoursAgo, run })
  return [
    asks(500, (past) => star(past, cast, 'Anna Sokolova', popular.slice(1, 4))),
    asks(400, (past) => star(past, cast, 'Demo Customer', popular.slice(0, 5))),
    asks(260, (past) => announceMaintenance(past, manager)),
    asks(203, (past) =>
      change(past, cast, 'Agency Riverbend', { discount_percent: 8, reason: 'Orders every week' }),
    ),
    asks(202, async (past) => {
      const userId = cast.customer('Agency Riverbend')
      await createApiKey(past, { userId, address: manager.address, name: 'Client shop' })
    }),
    asks(160, (past) => giveOwnRates(past, cast, 'Studio Northlight', popular.slice(0, 2))),
    asks(3 / 60, (past) => thank(past, cast, 'Anna Sokolova', 5n)),
    asks(2.8 / 60, (past) => refund(past, cast, { customer: 'Studio Northlight', by: orders, part: true })),
    asks(2.6 / 60, (past) => refund(past, cast, { customer: 'Elena Morozova', by: orders, part: false })),
    asks(48, (past) => correctStart(past, cast, { customer: 'Agency Riverbend', by: orders })),
    asks(44, (past) =>
      change(past, cast, 'Max Feldman', { status: 'blocked', reason: 'Paid with a stolen card' }),
    ),
    asks(30, (past) => announcePromotion(past, manager)),
    asks(20, (past) =>
      refill(past, cast, ['Studio Northlight', 'Agency Riverbend', 'Linh Tran', 'Demo Customer']),
    ),
    asks(14, (past) =>
      receiveMessage(past, {
        userId: undefined,
        sent: {
          name: 'Rosa Vega',
          email: 'rosa.vega@example.com',
          subject: 'Reselling',
          message: 'Do you have an API for my own panel, and is there a minimum?',
        },
      }),
    ),
    asks(2.4 / 60, (past) => refund(past, cast, { customer: 'Dmitri Orlov', by: orders, part: true })),
    asks(2 / 60, (past) => watchBalance(past, { by: manager, providerId })),
    asks(0, (past) => invite(past, manager)),
  ]
}

const owner = { role: 'admin', permissions: null } as const

type UserChange = Parameters<typeof updateUser>[1]['change']

async function change(past: Context, cast: DemoCast, customer: string, wanted: UserChange): Promise<void> {
  await updateUser(past, {
    by: cast.staff.manager,
    staff: owner,
    userId: cast.customer(customer),
    change: wanted,
    requireProof: () => undefined,
  })
}

/** A tenth below the catalogue's rates, still above cost. */
async function giveOwnRates(
  past: Context,
  cast: DemoCast,
  customer: string,
  services: readonly DemoService[],
): Promise<void> {
  const rates = services.map(({ id, rate }): [string, Money] => [
    String(id),
    money(((rate * 9n) / 100_000n) * 10_000n),
  ])
  const fit = rates.filter(([, rate]) => rate > 0n)
  await change(past, cast, customer, { rates: Object.fromEntries(fit), reason: 'Agreed on the phone' })
}

async function thank(past: Context, cast: DemoCast, customer: string, dollars: bigint): Promise<void> {
  const { balance } = await past.db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', cast.customer(customer))
    .executeTakeFirstOrThrow()
  await change(past, cast, customer, {
    balance: money(balance + dollars * UNITS_PER_USD),
    expected_balance: money(balance),
    reason: 'Thanks for the review',
  })
}

async function star(
  past: Context,
  cast: DemoCast,
  customer: string,
  services: readonly DemoService[],
): Promise<void> {
  const userId = cast.customer(customer)
  for (const { id: serviceId } of services) await starService(past, { userId, serviceId })
}

/** Refunds a quarter or all of a completed order's price. */
async function refund(
  past: Context,
  cast: DemoCast,
  { customer, by, part }: { customer: string; by: By; part: boolean },
): Promise<void> {
  const order = await cast.findOrder(customer, 'COMPLETED', 3)
  if (order === undefined) return
  const decision = { userId: order.user_id, id: order.id, by }
  if (!part) return void (await decideRefund(past, { ...decision, reason: 'Dropped at once, no refill' }))
  const amount = money(order.price / 4n)
  if (amount > 0n)
    await decidePartRefund(past, { ...decision, reason: 'Some were lost within a day' }, { amount })
}

async function correctStart(
  past: Context,
  cast: DemoCast,
  { customer, by }: { customer: string; by: By },
): Promise<void> {
  const order = await cast.findOrder(customer, 'COMPLETED', 1)
  if (order === undefined) return
  const decision = { userId: order.user_id, id: order.id, by, reason: 'The provider counted another post' }
  await editOrder(past, decision, { link: undefined, startCount: 1840 })
}

/** Refills the newest order that can be refilled, for each customer. */
async function refill(past: Context, cast: DemoCast, customers: readonly string[]): Promise<void> {
  for (const customer of customers)
    for (let nth = 0; nth < 25; nth += 1) {
      const order = await cast.findOrder(customer, 'COMPLETED', nth)
      if (order?.refill !== true) continue
      await requestRefill(past, { userId: order.user_id, id: order.id })
      break
    }
}

async function announceMaintenance(past: Context, by: By): Promise<void> {
  const texts = {
    en: {
      title: 'Telegram services were slow',
      text: 'Orders of Telegram members took longer than usual yesterday. All of them are delivered by now.',
    },
  }
  const made = { kind: 'service_notice' as const, texts, by_notification: true, by_email: false }
  await createAnnouncement(past, { by, made, key: 'demo service notice' })
}

async function announcePromotion(past: Context, by: By): Promise<void> {
  const texts = {
    en: {
      title: '10 % more on deposits from $500',
      text: 'Deposits from $100 bring a bonus of 5 %, from $500 one of 10 %. It is added as soon as the payment arrives.',
    },
  }
  const made = { kind: 'promotion' as const, texts, by_notification: true, by_email: false }
  await createAnnouncement(past, { by, made, key: 'demo promotion' })
}

/** The threshold is just above the balance at the provider, so that staff are alerted. */
async function watchBalance(
  past: Context,
  { by, providerId: id }: { by: By; providerId: number },
): Promise<void> {
  await refreshBalance(past, id)
  const row = await past.db
    .selectFrom('providers')
    .select('balance')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const low = Math.ceil(Number(row.balance) / 500 + 1) * 500
  const terms = makeTermsListener(past)
  const body = { balance_low: String(low) }
  await updateProvider(past, by, { id, body, requireProof: () => undefined, terms })
  await refreshBalance(past, id)
}

async function invite(past: Context, by: By): Promise<void> {
  const invited = { name: 'Noah Reed', email: INVITED_EMAIL }
  await inviteUser(past, { by, staff: owner, invited, requireProof: () => undefined })
}
