import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** How a figure stands beside the one before it, in words and not by colour: more is not always better. */
export function ChangeNote({ now, before }: { now: bigint; before: bigint | undefined }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  if (before === undefined) return null
  if (now === before) return t('unchanged')
  if (before === 0n) return t('noneBefore')
  const tenths = ((now - before) * 1000n) / (before < 0n ? -before : before)
  const percent = format.number(Math.abs(Number(tenths)) / 10)
  return t(now > before ? 'changedUp' : 'changedDown', { percent })
}
