/** The expiry of a three-part token in milliseconds; undefined for anything else. */
export function expiryOf(token: string): number | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  try {
    const payload: unknown = JSON.parse(atob((parts[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return undefined
    return typeof payload.exp === 'number' ? payload.exp * 1000 : undefined
  } catch {
    return undefined
  }
}
