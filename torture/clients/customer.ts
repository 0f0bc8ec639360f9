import { setTimeout as sleep } from 'node:timers/promises'

import {
  type Move,
  type PlannedMove,
  planCustomer,
  planSecondPayment,
  type WantedOrder,
} from '#torture/plan/plan-customer.ts'

import { soldServices } from '#torture/sandboxes/catalogue.ts'

import { type PlacedOrder, toUnits } from './client-records.ts'
import { type Answer, toRecord } from './call-product.ts'
import { askForMass } from './mass-order.ts'
import { payAt } from './payer.ts'
import { transferTo } from './transfers.ts'
import { addByApi, becomeReseller, cancelByApi, readByApi, refillByApi, type Reseller } from './reseller.ts'
import type { ClientContext } from './client-context.ts'

export type Customer = {
  name: string
  email: string
  password: string
  userId: number
  token: string
  /** For customers that order through /api/v2. */
  reseller?: Reseller
}

/** The answers to a user who no longer exists. */
const STRANGER = new Set(['authentication_required', 'account_blocked'])
/** Nearly every order is delivered by then. */
const DELIVERED_MS = 15_000
const FIRST_PAYMENT_CENTS = 40_000
/** Actions on a customer's order pick one of this many newest ones. */
const LATEST = 12

/** One customer from registration until the run stops: actions started by then are retried until answered. */
export async function actAsCustomer(
  context: ClientContext,
  name: string,
  { buysByApi, number }: { buysByApi: boolean; number: number },
): Promise<void> {
  const registered = await register(context, name)
  if (registered === undefined) return
  const reseller = buysByApi ? await becomeReseller(context, registered) : undefined
  const customer: Customer = { ...registered, ...(reseller && { reseller }) }
  const own: PlacedOrder[] = []
  const underWay: Promise<void>[] = []
  let payments = 0
  const pay = (move: Payment) => {
    const more = { key: `${name}-pay-${payments++}`, cents: move.amountCents }
    return move.do === 'pay'
      ? payAt(context, { ...customer, ...move, ...more })
      : transferTo(context, { ...customer, ...move, ...more })
  }
  await pay({ do: 'pay', amountCents: FIRST_PAYMENT_CENTS, method: 'cryptomus', outcome: 'paid' })
  underWay.push(pay(planSecondPayment(context.seed, number)))
  for (const move of planCustomer(context.seed, name)) {
    if (context.stopSignal.aborted) break
    if (isPayment(move)) underWay.push(pay(move))
    else await act(context, customer, own, move)
    await sleep(move.pauseMs)
  }
  await Promise.all(underWay)
}

type Payment = Extract<Move, { do: 'pay' | 'transfer' }>

function isPayment(move: PlannedMove): move is PlannedMove & Payment {
  return move.do === 'pay' || move.do === 'transfer'
}

export async function register(
  { caller, records, history, violate }: ClientContext,
  name: string,
): Promise<Customer | undefined> {
  const email = `${name}@torture.example.com`
  const password = `a long password of ${name}`
  const body = { name, email, password, terms: true }
  let answer = await caller.callUntilAnswered({ method: 'POST', path: '/api/auth/register', body })
  // The first attempt may have succeeded with its answer lost.
  if (answer?.body['code'] === 'email_taken') answer = await logIn(caller, email, password)
  if (answer === undefined) return undefined
  const { token, user } = answer.body
  const userId = Number(toRecord(user)['id'])
  if (typeof token !== 'string' || !(userId > 0)) {
    violate('other', `${name} could not register: ${answer.status} ${JSON.stringify(answer.body)}`)
    return undefined
  }
  records.secrets.set(`${name}'s password`, password).set(`${name}'s token`, token)
  history.note(name, 'registered', { userId })
  return { name, email, password, userId, token }
}

function logIn(
  caller: ClientContext['caller'],
  email: string,
  password: string,
): Promise<Answer | undefined> {
  return caller.callUntilAnswered({ method: 'POST', path: '/api/auth/login', body: { email, password } })
}

async function act(
  context: ClientContext,
  customer: Customer,
  own: PlacedOrder[],
  move: Exclude<PlannedMove, Payment>,
): Promise<void> {
  const { caller, records, history } = context
  const { token, name, reseller } = customer
  const latest = own.filter(({ acknowledged }) => acknowledged !== undefined).slice(-LATEST)
  switch (move.do) {
    case 'order':
      return void (await place(context, customer, own, move.order))
    case 'burst':
      return void (await Promise.all(move.orders.map((order) => place(context, customer, own, order))))
    case 'mass order': {
      // The protocol has no mass orders.
      if (reseller !== undefined) return act(context, customer, own, { ...move, do: 'burst' })
      const mass = `${name}-mass-${own.length}`
      const lines = move.orders.map((wanted) => Object.assign(plan(context, customer, own, wanted), { mass }))
      // Twice concurrently, like a client that retries before the first answer arrives.
      return void (await Promise.all([
        askForMass(context, { name, token, mass, lines }),
        askForMass(context, { name, token, mass, lines }),
      ]))
    }
    case 'order twice at once': {
      const order = plan(context, customer, own, move.order)
      return void (await Promise.all([ask(context, customer, order), ask(context, customer, order)]))
    }
    case 'ask again': {
      const order = latest[Math.floor(move.which * latest.length)]
      if (order?.mass === undefined) return order && ask(context, customer, order)
      const { mass } = order
      return askForMass(context, { name, token, mass, lines: own.filter((one) => one.mass === mass) })
    }
    case 'cancel': {
      const id = latest[Math.floor(move.which * latest.length)]?.acknowledged?.id
      if (id === undefined) return
      if (reseller !== undefined) return cancelByApi(context, reseller, id)
      records.cancels.add(id)
      const path = `/api/orders/${id}/cancel`
      const answer = await caller.callUntilAnswered({ method: 'POST', path, token })
      return history.note(name, 'cancel', { id, status: answer?.status })
    }
    case 'refill': {
      const filled = own.filter(isRefillable).slice(-LATEST)
      const id = filled[Math.floor(move.which * filled.length)]?.acknowledged?.id
      if (id === undefined) return
      if (reseller !== undefined) return refillByApi(context, reseller, id)
      const path = `/api/orders/${id}/refill`
      const askOnce = () => caller.callUntilAnswered({ method: 'POST', path, token })
      const statuses = (await Promise.all([askOnce(), askOnce()])).map((answer) => answer?.status)
      const promised = statuses.filter((status) => status === 200).length
      records.refills.set(id, (records.refills.get(id) ?? 0) + promised)
      return history.note(name, 'refill', { id, statuses })
    }
    case 'read': {
      if (reseller !== undefined)
        return readByApi(
          context,
          reseller,
          latest.flatMap(({ acknowledged }) => acknowledged?.id ?? []),
        )
      for (const path of ['/api/user/profile', '/api/orders', '/api/user/transactions'])
        await caller.callUntilAnswered({ path, token })
    }
  }
}

/** A service with refills, ordered long enough ago that it may be delivered. */
function isRefillable({ service, askedAt, acknowledged }: PlacedOrder): boolean {
  if (acknowledged === undefined || Date.now() - askedAt < DELIVERED_MS) return false
  return soldServices.some(({ name, refill }) => name === service && refill)
}

/** Returns false for a deleted user, who must stop. */
export async function placeOne(
  context: ClientContext,
  customer: Customer,
  own: PlacedOrder[],
  wanted: WantedOrder,
): Promise<boolean> {
  await place(context, customer, own, wanted)
  return !context.records.leaving.has(customer.userId) || own.at(-1)?.acknowledged !== undefined
}

async function place(
  context: ClientContext,
  customer: Customer,
  own: PlacedOrder[],
  wanted: WantedOrder,
): Promise<void> {
  await ask(context, customer, plan(context, customer, own, wanted))
}

/** Every order has its own link and key, by which it is found in the journals and the database. */
function plan(
  context: ClientContext,
  { name, userId }: Customer,
  own: PlacedOrder[],
  wanted: WantedOrder,
): PlacedOrder {
  const key = `${name}-${own.length}`
  const link = `https://example.com/${context.seed}/${key}`
  const order: PlacedOrder = { key, customer: name, userId, link, askedAt: Date.now(), ...wanted }
  own.push(order)
  context.records.orders.set(key, order)
  return order
}

/** One key, repeated until it is answered; every answer to it must be the same. */
async function ask(
  context: ClientContext,
  { name, token, reseller }: Customer,
  order: PlacedOrder,
): Promise<void> {
  if (reseller !== undefined) return addByApi(context, reseller, order)
  const { caller, records, history, violate, services } = context
  const { key, link, quantity } = order
  const body = { service_id: services.get(order.service), link, quantity }
  history.note(name, 'orders', { key, link, quantity, service: order.service })
  const answer = await caller.callUntilAnswered({
    method: 'POST',
    path: '/api/orders/create',
    token,
    body,
    key,
  })
  if (answer === undefined) return history.note(name, 'was never answered', { key })
  history.note(name, 'was answered', { key, status: answer.status, body: answer.body })
  if (answer.status === 201) {
    const { id, price, link: told } = toRecord(answer.body['order'])
    const what = { id: Number(id), price: toUnits(price) }
    if (told !== link) violate('other', `${key} was answered with the link ${String(told)}`)
    if (order.acknowledged === undefined) return records.acknowledge(order, what, answer.askedAt)
    if (order.acknowledged.id !== what.id || order.acknowledged.price !== what.price)
      violate('duplicated', `${key} was answered with order ${order.acknowledged.id}, then with ${what.id}`)
    return
  }
  const code = String(answer.body['code'])
  // A deleted user never learns whether an earlier attempt succeeded.
  if (records.leaving.has(order.userId) && STRANGER.has(code)) return
  order.refused = { code, at: Date.now() }
  if (order.acknowledged !== undefined)
    violate('other', `${key} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
}
