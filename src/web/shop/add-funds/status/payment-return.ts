const prefix = 'payment-return:'

/** Where the customer came from to add funds (`?return=/new-order?…`): a path of ours, or nothing. */
export function returnPathOf(search: URLSearchParams): string | undefined {
  const path = search.get('return') ?? ''
  if (!path.startsWith('/') || !URL.canParse(path, 'http://here')) return undefined
  const { origin, pathname, search: query, hash } = new URL(path, 'http://here')
  return origin === 'http://here' ? pathname + query + hash : undefined
}

/** Stored for this tab until the payment is through: the gateway returns only the order ID. */
export function rememberReturn(orderId: string, path: string | undefined): void {
  if (path !== undefined) sessionStorage.setItem(prefix + orderId, path)
}

export function findReturn(orderId: string): string | undefined {
  const path = sessionStorage.getItem(prefix + orderId)
  return path === null ? undefined : returnPathOf(new URLSearchParams({ return: path }))
}
