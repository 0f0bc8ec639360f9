/** For a page whose address is a secret: nothing that it loads or leads to receives it as the referrer. */
export function noReferrer(): HeadersInit {
  return { 'referrer-policy': 'no-referrer' }
}
