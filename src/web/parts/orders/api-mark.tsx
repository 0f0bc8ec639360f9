import type { NamedKey } from '#contract/base/fields.ts'
import { Chip } from '#web/ui/text/badge.tsx'

/** Beside what came by an API key: its name, in one line. Nothing next to what came from the web. */
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

/** A deleted user's keys have no names any more. */
export function sayKey({ name }: NamedKey): string {
  return name === null ? 'API' : `API: ${name}`
}
