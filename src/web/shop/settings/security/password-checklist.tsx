import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { limits } from '#contract/base/limits.ts'
import { securityText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { findStrengths } from './find-strengths.ts'

/** The criteria that a new password meets, at every keystroke. Only its length is enforced (spec §5), as the list says. */
export function PasswordChecklist({ password }: { password: string }) {
  const t = useText(securityText)
  const has = findStrengths(password)
  return (
    <ul aria-label={t('checklist')} className="grid gap-x-5 gap-y-1 text-13 narrow:grid-cols-2">
      <Item isMet={has.long} label={t('long', { count: limits.passwordMin })} weight={t('needed')} />
      <Item isMet={has.uppercase} label={t('uppercase')} weight={t('recommended')} />
      <Item isMet={has.digit} label={t('digit')} weight={t('recommended')} />
      <Item isMet={has.special} label={t('special')} weight={t('recommended')} />
    </ul>
  )
}

function Item({ isMet, label, weight }: { isMet: boolean; label: string; weight: string }) {
  const t = useText(securityText)
  const Picture = isMet ? CircleCheck : Circle
  return (
    <li className="flex items-start gap-2">
      <Picture aria-hidden className={cx('mt-px size-4 shrink-0', isMet ? 'text-ok' : 'text-ink-3')} />
      <span className={isMet ? 'text-ink' : 'text-ink-2'}>
        {label} <span className="text-ink-3">({weight})</span>
        <span className="sr-only">, {t(isMet ? 'met' : 'notMet')}</span>
      </span>
    </li>
  )
}
