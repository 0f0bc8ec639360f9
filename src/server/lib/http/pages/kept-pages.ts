import { createHash } from 'node:crypto'

import { packBody, type PackedBody } from '#server/lib/compression/packed-body.ts'

/** A page that is the same for everybody who asks for this address. */
export type KeptPage = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: PackedBody
  readonly etag: string
}

/** What changed is on the page so soon, whatever changed: prices, texts, figures. */
const FRESH_MS = 2_000
/** Some kB each, whatever addresses people make up. */
const PAGES_MAX = 300

type Entry = { page: KeptPage; at: number; renewing: Promise<KeptPage | undefined> | undefined }

/**
 * Pages that were rendered for everybody, for a moment: a crowd that comes at once is answered from memory, and one that
 * comes after the moment waits for one render. A page that turns out as it was keeps its compressed forms.
 */
export function makeKeptPages(now: () => number = () => performance.now()) {
  const kept = new Map<string, Entry>()

  function keep(address: string, page: KeptPage): KeptPage {
    const known = kept.get(address)?.page
    const same = known !== undefined && known.etag === page.etag ? known : page
    kept.delete(address)
    kept.set(address, { page: same, at: now(), renewing: undefined })
    const oldest = kept.keys().next()
    if (kept.size > PAGES_MAX && oldest.done !== true) kept.delete(oldest.value)
    return same
  }

  return {
    /** The page as it was a moment ago at most; undefined where none is kept, and `render` was not asked. */
    async find(address: string, render: () => Promise<KeptPage | undefined>): Promise<KeptPage | undefined> {
      const entry = kept.get(address)
      if (entry === undefined) return undefined
      if (now() - entry.at < FRESH_MS) return entry.page
      entry.renewing ??= render()
        .then((page) => {
          if (page === undefined) kept.delete(address)
          return page && keep(address, page)
        })
        .finally(() => (entry.renewing = undefined))
      return entry.renewing
    },
    keep,
  }
}

export function toKeptPage({
  status,
  headers,
  html,
}: Pick<KeptPage, 'status' | 'headers'> & { html: string }): KeptPage {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  return { status, headers, body: packBody(html, { isKept: true }), etag: `W/"${hash}"` }
}
