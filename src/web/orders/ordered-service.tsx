import { cutMiddle, shortName } from '#web/catalogue/short-name.ts'

/** Two lines of a list, on a phone as well. */
const lettersMax = 84

/** What was ordered, as it was called then: short, and cut where services do not differ. In full on demand. */
export function OrderedService({ name, className }: { name: string; className?: string }) {
  return (
    <bdi className={className} title={name}>
      {cutMiddle(shortName(name), lettersMax)}
    </bdi>
  )
}
