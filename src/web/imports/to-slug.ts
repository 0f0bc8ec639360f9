import { foldText } from '#web/ui/fold-text.ts'

/** A name as providers are called in addresses: "Panel of Ours!" is panel-of-ours; one without letters is a panel. */
export function toSlug(name: string): string {
  const slug = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return slug.length < 2 ? 'panel' : slug
}
