import type { NamedKey } from '#contract/base/fields.ts'
import { Chip } from '#web/ui/text/badge.tsx'

/** The name of the API key that an item came by, on one line. Nothing for items from the web app. */
export function ApiMark({ apiKey }: { apiKey: NamedKey | null }) {
  if (apiKey === null) return null
  const text = sayKey(apiKey)
  return (
    <span title={text} className="inline-flex min-w-0 shrink-0">
      <Chip tone="info">
        <bdi className="max-w-40 truncate">{text}</bdi>
      </Chip>
    </span>
  )
}

/** The key names of a deleted user are deleted too. */
export function sayKey({ name }: NamedKey): string {
  return name === null ? 'API' : `API: ${name}`
}
