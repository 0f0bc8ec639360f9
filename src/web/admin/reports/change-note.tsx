import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** From tenfold on, across zero, and from below a tenth, the earlier figure says more than a percentage. */
const TENTHS_MAX = 9_000n

type ChangeNoteProps = {
  now: bigint
  before: bigint | undefined
  /** An unfinished day is less than any whole day: a percentage would be meaningless. */
  isPart?: boolean
  /** Formats the earlier figure; as money by default. */
  say?: (figure: bigint) => string
}

/** A figure compared with the earlier one, as text without colour: more is not always better. */
export function ChangeNote({ now, before, isPart = false, say }: ChangeNoteProps) {
  const t = useText(adminReportsText)
  const format = useFormat()
  if (before === undefined) return null
  if (now === before) return t('unchanged')
  if (before === 0n) return t('noneBefore')
  const tenths = ((now - before) * 1000n) / before
  if (isPart || now < 0n || before < 0n || tenths === 0n || tenths >= TENTHS_MAX)
    return t('wasBefore', { amount: (say ?? format.money)(before) })
  const size = Math.abs(Number(tenths)) / 10
  const percent = format.number(size < 10 ? size : Math.round(size))
  return t(now > before ? 'changedUp' : 'changedDown', { percent })
}
