import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { getAttention } from '#contract/operations/attention.ts'
import {
  getRestoration,
  type Restoration,
  type ResumeCounts,
  resumeRestored,
} from '#contract/operations/restoration.ts'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { restoredText } from './texts.en.ts'

type Label = PlainKey<typeof restoredText>
/** Most important first. Zeros are left out, except for orders and deposits. */
const lines: readonly { count: keyof ResumeCounts; label: Label; hint?: Label; isAlways?: boolean }[] = [
  { count: 'orders', label: 'orders', hint: 'ordersHint', isAlways: true },
  { count: 'cancels', label: 'cancels' },
  { count: 'refills', label: 'refills' },
  { count: 'deposits', label: 'deposits', isAlways: true },
  { count: 'emails', label: 'emails', hint: 'emailsHint' },
  { count: 'announcements', label: 'announcements' },
  { count: 'sessions', label: 'sessions' },
  { count: 'links', label: 'links', hint: 'linksHint' },
  { count: 'users', label: 'users' },
]

/** For owners, while the database is fenced: what resuming will do, and the button for it. */
export default function ResumeCard() {
  const t = useText(restoredText)
  const { data, error } = useQuery(queryOf(getRestoration), queryClient())
  if (error !== null) return <LoadFailed error={error} message={t('loadFailed')} />
  if (data === undefined)
    return (
      <Loading label={t('title')}>
        <Skeleton className="h-48 w-full" />
      </Loading>
    )
  return data.restoration !== null && <Known restoration={data.restoration} />
}

function Known({ restoration }: { restoration: Restoration }) {
  const t = useText(restoredText)
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { revalidate } = useRevalidator()
  async function resume(): Promise<void> {
    await call(resumeRestored, { body: { id: restoration.id } })
    toast('success', t('resumed'))
    await reread(getAttention, getRestoration)
    // The maintenance note comes from the root's data.
    await revalidate()
  }
  return (
    <CardSection
      id="restored"
      title={t('title')}
      aside={<Button onClick={() => setIsAsking(true)}>{t('resume')}</Button>}
    >
      <p className="px-5 pt-4 text-ink-2 max-wide:px-4">
        {t('lead', { time: format.dateTime(restoration.taken_at) })}
      </p>
      <Plan restoration={restoration} />
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('resumeTitle')}
        action={t('resume')}
        onConfirm={resume}
      >
        {t('resumeText')}
      </Confirm>
    </CardSection>
  )
}

function Plan({ restoration }: { restoration: Restoration }) {
  const t = useText(restoredText)
  const format = useFormat()
  const { plan, has_deleted_users: knowsDeleted, providers } = restoration
  const unlisted = restoration.gateways.filter(({ is_listed: isListed }) => !isListed)
  const shown = lines.filter(({ count, isAlways = false }) => isAlways || plan[count] > 0)
  return (
    <>
      <h3 className="px-5 pt-4 text-15 font-semibold max-wide:px-4">{t('does')}</h3>
      <dl className="divide-y divide-line pt-1 text-15">
        {shown.map(({ count, label, hint }) => (
          <div key={count} className="flex items-baseline justify-between gap-x-4 px-5 py-2 max-wide:px-4">
            <dt className="min-w-0">
              {t(label)}
              {hint !== undefined && <span className="block text-14 text-ink-3">{t(hint)}</span>}
            </dt>
            <dd className="figures font-semibold">{format.number(plan[count])}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-2 border-t border-line px-5 py-3 text-14 text-ink-2 max-wide:px-4">
        <li>{t('ids')}</li>
        {unlisted.length > 0 && (
          <li>
            {t('unlisted', { gateways: unlisted.map(({ gateway }) => gatewayName(gateway)).join(', ') })}
          </li>
        )}
        {!knowsDeleted && <li>{t('usersUnknown')}</li>}
      </ul>
      {providers.length > 0 && <Balances providers={providers} />}
    </>
  )
}

function Balances({ providers }: Pick<Restoration, 'providers'>) {
  const t = useText(restoredText)
  return (
    <section className="border-t border-line px-5 py-3 text-14 max-wide:px-4">
      <h3 className="text-15 font-semibold">{t('balances')}</h3>
      <dl className="grid gap-1 pt-1">
        {providers.map(({ id, name, currency, before, now, difference }) => (
          <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd className="figures text-ink-2">
              <span className="block text-end">
                {`${short(before) ?? t('unknown')} → ${short(now) ?? t('unknown')} ${currency}`}
              </span>
              {difference !== null && (
                <span className="block text-end font-semibold text-ink">
                  {t('difference', { difference: short(difference) ?? '', currency })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** At least 2 decimals. */
function short(decimal: string | null): string | undefined {
  return decimal?.replace(/(\.\d\d\d*?)0+$/, '$1')
}
