import { isLoopback } from '#server/boot/config-addresses.ts'

/**
 * Whether what answers there is made up: the sandbox's own servers, and whatever else stands on this very machine, by
 * its loopback address. Nobody's panel or gateway does; whoever leads such an address on to a real one has set out to.
 */
export function isPlayAddress(url: string, sandboxUrls: readonly string[] = []): boolean {
  const address = URL.parse(url)
  if (address === null) return false
  if (isLoopback(address.hostname)) return true
  return sandboxUrls.some((each) => URL.parse(each)?.origin === address.origin)
}
