const prefix = 'payment-return:'

/** The page that the customer came from to add funds (`?return=/new-order?…`): a path on this site, or undefined. */
export function returnPathOf(search: URLSearchParams): string | undefined {
  const path = search.get('return') ?? ''
  if (!path.startsWith('/') || !URL.canParse(path, 'http://here')) return undefined
  const { origin, pathname, search: query, hash } = new URL(path, 'http://here')
  return origin === 'http://here' ? pathname + query + hash : undefined
}

/** Stored for this tab until the payment completes: the gateway returns only the order ID. */
export function rememberReturn(orderId: string, path: string | undefined): void {
  if (path !== undefined) sessionStorage.setItem(prefix + orderId, path)
}

export function findReturn(orderId: string): string | undefined {
  const path = sessionStorage.getItem(prefix + orderId)
  return path === null ? undefined : returnPathOf(new URLSearchParams({ return: path }))
}
