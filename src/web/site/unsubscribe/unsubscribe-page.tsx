import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { unsubscribe, type UnsubscribedKind } from '#contract/messaging/unsubscribe.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { unsubscribeText } from './texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Route } from './+types/unsubscribe-page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, unsubscribeText)('title'))

/**
 * Linked from an email, and needs no sign-in. Link scanners open its links: only the button unsubscribes. Needs no
 * script: the same URL handles the form, and redirects back with what was turned off.
 */
export default function UnsubscribePage({ params }: Route.ComponentProps) {
  const t = useText(unsubscribeText)
  const [search] = useSearchParams()
  const [done, setDone] = useState<UnsubscribedKind>()
  const form = useForm({
    schema: unsubscribe.body,
    failure: t('failed'),
    refused: search.has('refused') ? { errors: {}, message: t('invalid') } : undefined,
    onSubmit: async (body) => {
      const { kind } = await call(unsubscribe, { params: { token: params.token }, body })
      setDone(kind)
    },
  })
  const turnedOff = done ?? search.get('done')
  if (turnedOff !== null)
    return (
      <Sheet title={t('doneTitle')} lead={t(doneSentences[turnedOff] ?? 'newsletterDone')}>
        <LinkButton tone="secondary" to="/settings/notifications" isWide>
          {t('settings')}
        </LinkButton>
      </Sheet>
    )
  return (
    <Sheet title={t('title')} lead={t('leadPromise')}>
      <Form form={form} action={`/unsubscribe/${params.token}`} className="grid gap-4">
        <Button type="submit" needsNoScript isWide isBusy={form.isBusy}>
          {t('do')}
        </Button>
      </Form>
    </Sheet>
  )
}

const doneSentences: Readonly<
  Record<string, 'promotionDone' | 'newsletterDone' | 'ordersDone' | 'favouritesDone' | 'balanceDone'>
> = {
  promotion: 'promotionDone',
  order_updates: 'ordersDone',
  favourite_changes: 'favouritesDone',
  balance_low: 'balanceDone',
}

function Sheet({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-form gap-5 px-4 py-10 wide:py-20">
      <PageHeading lead={lead}>{title}</PageHeading>
      {children}
    </div>
  )
}
