import { type PlacedOrder, toUnits } from './client-records.ts'
import { toRecord } from './call-product.ts'
import type { ClientContext } from './client-context.ts'

type Mass = { name: string; token: string; mass: string; lines: readonly PlacedOrder[] }

/** All lines under one key, repeated until answered; every answer must be the same for each line. */
export async function askForMass(context: ClientContext, { name, token, mass, lines }: Mass): Promise<void> {
  const { caller, history, violate, services } = context
  const body = {
    lines: lines.map(({ service, link, quantity }) => ({
      service_id: services.get(service),
      link,
      quantity,
    })),
  }
  history.note(name, 'orders many', { key: mass, links: lines.map(({ link }) => link) })
  const answer = await caller.callUntilAnswered({
    method: 'POST',
    path: '/api/orders/mass',
    token,
    body,
    key: mass,
  })
  if (answer === undefined) return history.note(name, 'was never answered', { key: mass })
  history.note(name, 'was answered', { key: mass, status: answer.status, body: answer.body })
  const results = answer.body['results']
  if (answer.status !== 200 || !Array.isArray(results) || results.length !== lines.length)
    return violate('other', `${mass} was answered: ${answer.status} ${JSON.stringify(answer.body)}`)
  for (const [at, line] of lines.entries()) hear(context, line, toRecord(results[at]), answer.askedAt)
}

function hear(
  context: ClientContext,
  line: PlacedOrder,
  result: Record<string, unknown>,
  askedAt: number,
): void {
  const { records, violate } = context
  const { key, mass } = line
  if (result['order'] === undefined) {
    const code = String(result['code'])
    if (line.acknowledged !== undefined)
      violate('other', `${key} of ${mass} was refused: ${JSON.stringify(result)}`)
    line.refused = { code, at: Date.now() }
    return
  }
  const { id, price, link } = toRecord(result['order'])
  const what = { id: Number(id), price: toUnits(price) }
  if (link !== line.link) violate('other', `${key} of ${mass} was answered with the link ${String(link)}`)
  if (line.refused !== undefined) violate('other', `${key} of ${mass} was refused, then placed as ${what.id}`)
  if (line.acknowledged === undefined) return records.acknowledge(line, what, askedAt)
  if (line.acknowledged.id !== what.id || line.acknowledged.price !== what.price)
    violate(
      'duplicated',
      `${key} of ${mass} was answered with order ${line.acknowledged.id}, then with ${what.id}`,
    )
}
