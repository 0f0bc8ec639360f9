import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Charge = {
  id: string
  order: string
  due_cents: string
  paid_cents: string
  status: string
  pay_at: string
}

export type AcmeServer = {
  url: string
  fields: { shop: string; token: string; hook_secret: string }
  /** Adds a charge, or changes it. */
  charge: (own: Partial<Charge> & { id: string }) => void
  /** The next answer is lost, but the call is executed. */
  loseNext: () => void
  stop: () => Promise<void>
}

/** Acme's API with charges in memory. */
export async function startAcme(): Promise<AcmeServer> {
  const charges = new Map<string, Charge>()
  const fields = { shop: 'shop-1', token: 'a-token', hook_secret: 'a-hook-secret' }
  let isLost = false
  const server = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://acme')
    if (request.headers.authorization !== `Bearer ${fields.token}` || query.get('shop') !== fields.shop)
      return void response.writeHead(403).end('{}')
    const order = query.get('order')
    if (order !== null) open(order, query.get('cents') ?? '0')
    const ids = query.get('ids')?.split(',')
    const asked = order ?? query.get('find')
    const found = [...charges.values()].filter((one) =>
      // By our reference only the first is found.
      ids === undefined ? one.order === asked && one.pay_at !== '' : ids.includes(one.id),
    )
    if (isLost) {
      isLost = false
      return void response.destroy()
    }
    return void response.end(JSON.stringify(found))
  })
  const open = (order: string, cents: string) => {
    const id = `ch_${charges.size + 1}`
    const pay_at = `http://127.0.0.1/pay/${id}`
    charges.set(id, { id, order, due_cents: cents, paid_cents: '0', status: 'new', pay_at })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, so it is one
  return {
    url: `http://127.0.0.1:${port}`,
    fields,
    charge: (own) => {
      const blank = { order: '', due_cents: '0', paid_cents: '0', status: 'new', pay_at: '' }
      charges.set(own.id, { ...blank, ...charges.get(own.id), ...own })
    },
    loseNext: () => void (isLost = true),
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}
