import { cutMiddle, shortName } from '#web/parts/catalogue/names/short-name.ts'

/** What two lines of a list hold. */
const charactersMax = { wide: 96, card: 64, phone: 54 }

type OrderedServiceProps = { name: string; className?: string; on?: keyof typeof charactersMax }

/** What was ordered, as it was called then: short, and cut where services do not differ. In full on demand. */
export function OrderedService({ name, className, on = 'wide' }: OrderedServiceProps) {
  return (
    <bdi className={className} title={name}>
      {cutMiddle(shortName(name), charactersMax[on])}
    </bdi>
  )
}
