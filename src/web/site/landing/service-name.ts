import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'
import { readName } from '#web/parts/catalogue/names/read-name.ts'
import { cutMiddle } from '#web/parts/catalogue/names/short-name.ts'
import { foldText } from '#web/ui/text/fold-text.ts'

const lengthMax = 64
const chipsMax = 2

type Named = { name: string; category: { name: string }; platform: string; max: number }

/**
 * A service on one line without its platform, which is shown next to it: its kind if the name lacks it, and what
 * distinguishes it from others with the same name. Without icons: options are text.
 */
export function nameOf(service: Named): string {
  const { title, chips } = readName(service)
  const kind = partsOf(service.category.name)
    .map((part) => toWords(part, service.platform))
    .findLast((part) => part !== '')
  const name = toWords(title, service.platform) || title
  const isSaid = kind === undefined || foldText(name).includes(foldText(kind))
  const parts = [
    ...(isSaid ? [] : [kind]),
    name,
    ...chips
      .filter(({ kind: of }) => of !== 'max')
      .map(({ text }) => toWords(text, ''))
      .filter((text) => text !== '')
      .slice(0, chipsMax),
  ]
  return cutMiddle(parts.join(' · '), lengthMax)
}

function toWords(text: string, platform: string): string {
  return text
    .replaceAll(/[\p{Extended_Pictographic}\p{RI}\u{FE0F}\u{20E3}]/gu, '')
    .split(' ')
    .filter((word) => word !== '' && word.toLowerCase() !== platform.toLowerCase())
    .join(' ')
    .trim()
}
