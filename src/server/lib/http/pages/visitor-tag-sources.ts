import { type VisitorTag, visitorTags } from '#contract/settings/visitor-tags.ts'
import type { PolicySources } from '#server/lib/http/headers.ts'

const crisp = ['https://*.crisp.chat']
const tawk = ['https://*.tawk.to']
const google = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/**
 * What each of the operator's tags loads and connects to, according to its vendor's documentation. Chats add style
 * elements, which only 'unsafe-inline' allows.
 */
const sourcesOf: Readonly<Record<VisitorTag, PolicySources>> = {
  ga4: { 'script-src': ['https://www.googletagmanager.com'], 'img-src': google, 'connect-src': google },
  plausible: { 'script-src': ['https://plausible.io'], 'connect-src': ['https://plausible.io'] },
  meta: {
    'script-src': ['https://connect.facebook.net'],
    'img-src': ['https://www.facebook.com'],
    'connect-src': ['https://www.facebook.com', 'https://connect.facebook.net'],
  },
  tawk: {
    'script-src': tawk,
    'style-src': ["'unsafe-inline'", ...tawk, 'https://fonts.googleapis.com'],
    // For its emoji. No scripts from there: anyone may publish one.
    'img-src': [...tawk, 'https://tawk.link', 'https://cdn.jsdelivr.net'],
    'font-src': [...tawk, 'https://fonts.gstatic.com'],
    'connect-src': [...tawk, 'wss://*.tawk.to'],
    'frame-src': tawk,
    'media-src': tawk,
  },
  crisp: {
    'script-src': crisp,
    'style-src': ["'unsafe-inline'", ...crisp],
    'img-src': crisp,
    'font-src': crisp,
    'connect-src': [...crisp, 'wss://*.relay.crisp.chat'],
    'frame-src': crisp,
    'media-src': crisp,
    'worker-src': ['blob:', ...crisp],
  },
}

/** Set by pages that load tags: the tags' names; removed before the response is sent. */
export const visitorTagsHeader = 'x-visitor-tags'

/** Removes the header and returns the sources that the page's tags need. */
export function takeVisitorTags(headers: Headers): PolicySources {
  const named = headers.get(visitorTagsHeader)?.split(' ') ?? []
  headers.delete(visitorTagsHeader)
  const all: Record<string, string[]> = {}
  for (const tag of visitorTags.filter((one) => named.includes(one)))
    for (const [directive, sources] of Object.entries(sourcesOf[tag]))
      all[directive] = [...new Set([...(all[directive] ?? []), ...sources])]
  return all
}
