import { sayCarried } from '#contract/base/codes.ts'
import type { AdminDeposit } from '#contract/payments/admin-deposits.ts'
import { depositReviews } from '#contract/payments/deposit-review.ts'
import { depositReviewsIn } from '#contract/words/reviews.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminDepositsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'

const tones: Record<AdminDeposit['status'], Tone> = {
  pending: 'info',
  completed: 'ok',
  canceled: 'bad',
  review: 'foil',
}

export function DepositBadge({ deposit }: { deposit: AdminDeposit }) {
  const t = useText(adminDepositsText)
  const { status, reversed, amount, credited_amount: credited } = deposit
  if (reversed > 0n)
    return <Badge tone="bad">{t(reversed < (credited ?? amount) ? 'isPartReversed' : 'isReversed')}</Badge>
  return <Badge tone={tones[status]}>{t(`is_${status}`)}</Badge>
}

/** Why it needs review, in the reader's language. */
export function ReviewReason({ deposit }: { deposit: AdminDeposit }) {
  const words = depositReviewsIn[useLanguage()]
  const { review_code: code, review_details: details } = deposit
  if (code === null) return null
  return <>{sayCarried(depositReviews, words, { code, details }) ?? deposit.review_reason}</>
}
