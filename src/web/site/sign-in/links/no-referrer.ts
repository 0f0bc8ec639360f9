/** For a page whose address is a secret: nothing that it loads or leads to is told where it was. */
export function noReferrer(): HeadersInit {
  return { 'referrer-policy': 'no-referrer' }
}
