import type { OfferedService, PreviewedService } from '#contract/catalogue/imports.ts'
import { foldText } from '#web/ui/text/fold-text.ts'

export type OfferedRow = OfferedService & { preview: PreviewedService | undefined; folded: string }
export type OfferedFilter = {
  words: readonly string[]
  platform: string
  category: string
}

/** Text is folded once for all searches; glossary translations are searched too. */
export function toRows(
  services: readonly OfferedService[],
  previews: ReadonlyMap<string, PreviewedService> | undefined,
): OfferedRow[] {
  return services.map((one) => {
    const preview = previews?.get(one.service)
    const folded = foldText(`${one.service} ${one.name} ${preview?.name ?? ''} ${one.category}`)
    return { ...one, preview, folded }
  })
}

export function filterOffered(rows: readonly OfferedRow[], filter: OfferedFilter): OfferedRow[] {
  const { words, platform, category } = filter
  return rows.filter(
    (row) =>
      (platform === '' || row.platform === platform) &&
      (category === '' || row.category === category) &&
      words.every((word) => row.folded.includes(word)),
  )
}

/** Whether the row can be selected: others are shown with their reason. */
export function canBeTaken({ preview }: OfferedRow): boolean {
  return preview !== undefined && preview.outcome !== 'error'
}

/** What "select all" and ranges select: not rows that would not be sold. */
export function isOffered(row: OfferedRow): boolean {
  return canBeTaken(row) && row.preview?.code !== 'heading'
}

/** In list order, without duplicates. */
export function valuesOf(rows: readonly OfferedRow[], key: 'platform' | 'category'): string[] {
  return [...new Set(rows.map((row) => row[key]))].filter((value) => value !== '')
}

/** The margin of a price, in tenths of a percent. */
export function marginTenths({ cost, rate }: { cost: bigint; rate: bigint }): number {
  return rate === 0n ? 0 : Number(((rate - cost) * 1_000n) / rate)
}
