/** A random 128-bit id. `crypto.randomUUID` exists only on HTTPS and loopback, and a panel may run on a LAN without it. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
