import { createHash } from 'node:crypto'

import { makeCompressedBody, type CompressedBody } from '#server/lib/compression/compress.ts'

/** A rendered page that is the same for everyone. */
export type CachedPage = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** Its Content-Security-Policy. */
  readonly policy: string
  readonly body: CompressedBody
  readonly etag: string
}

/** Changes of prices, texts or figures are visible after this time at the latest. */
const FRESH_MS = 2_000
/** Some kB each. Anyone can invent URLs, so there is a limit. */
const PAGES_MAX = 300

type Entry = { page: CachedPage; at: number; rendering: Promise<CachedPage | undefined> | undefined }

/**
 * Caches public pages for two seconds; after that, concurrent visitors wait for one render. If a page renders the same
 * again, its compressed variants are reused.
 */
export function makePageCache(now: () => number = () => performance.now()) {
  const cached = new Map<string, Entry>()

  function store(address: string, page: CachedPage): CachedPage {
    const known = cached.get(address)?.page
    const same =
      known !== undefined && known.etag === page.etag && known.policy === page.policy ? known : page
    cached.delete(address)
    cached.set(address, { page: same, at: now(), rendering: undefined })
    const oldest = cached.keys().next()
    if (cached.size > PAGES_MAX && oldest.done !== true) cached.delete(oldest.value)
    return same
  }

  return {
    /** A page at most two seconds old; undefined, without calling `render`, if the address isn't cached. */
    async find(
      address: string,
      render: () => Promise<CachedPage | undefined>,
    ): Promise<CachedPage | undefined> {
      const entry = cached.get(address)
      if (entry === undefined) return undefined
      if (now() - entry.at < FRESH_MS) return entry.page
      entry.rendering ??= render()
        .then((page) => {
          if (page === undefined) cached.delete(address)
          return page && store(address, page)
        })
        .finally(() => (entry.rendering = undefined))
      return entry.rendering
    },
    store,
  }
}

export function toCachedPage({
  status,
  headers,
  policy,
  html,
}: Pick<CachedPage, 'status' | 'headers' | 'policy'> & { html: string }): CachedPage {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  return { status, headers, policy, body: makeCompressedBody(html, { isCached: true }), etag: `W/"${hash}"` }
}
