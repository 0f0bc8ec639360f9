import { cutMiddle, shortName } from '#web/parts/catalogue/names/short-name.ts'

/** The characters that fit on two lines of a list. */
const charactersMax = { wide: 96, card: 64, phone: 54 }

type OrderedServiceProps = { name: string; className?: string; on?: keyof typeof charactersMax }

/** The ordered service by its name at that time: short, and truncated where services don't differ. In full on demand. */
export function OrderedService({ name, className, on = 'wide' }: OrderedServiceProps) {
  return (
    <bdi className={className} title={name}>
      {cutMiddle(shortName(name), charactersMax[on])}
    </bdi>
  )
}
