/** For a page with a secret URL: nothing that it loads or links to receives it as referrer. */
export function noReferrer(): HeadersInit {
  return { 'referrer-policy': 'no-referrer' }
}
