/** A random id of 128 bits. `crypto.randomUUID` is only there on HTTPS and loopback, and a panel may run in a LAN without. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
