import { type ReactNode, useState } from 'react'
import { languageNames } from '#contract/base/languages.ts'
import {
  assignTicket,
  type AdminTicketThread,
  type Colleague,
  getAdminTicket,
} from '#contract/support/admin-tickets.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminTicketsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { EmailText } from '#web/ui/text/email-text.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ViewAs } from '#web/admin/frame/view-as.tsx'

type TicketAboutProps = { ticket: AdminTicketThread; staff: readonly Colleague[]; me: Colleague }

/** The customer and the assignee. */
export function TicketAbout({ ticket, staff, me }: TicketAboutProps) {
  const t = useText(adminTicketsText)
  const { user_id: userId, user_email: email, user_name: name, user_language: language } = ticket
  return (
    <CardSection title={t('about')}>
      <div className="grid gap-4 p-5 max-wide:p-4">
        <dl className="grid text-14">
          <Fact label={t('user')}>
            <bdi className="block font-semibold">{name}</bdi>
            <AdminLink
              to={`/admin/users/${userId}`}
              className="text-petrol underline-offset-4 hover:underline"
            >
              <EmailText email={email} />
            </AdminLink>
          </Fact>
          <Fact label={t('language')}>{languageNames[language]}</Fact>
        </dl>
        {ticket.can_view && (
          <div className="empty:hidden">
            <ViewAs userId={userId} name={email} reason={t('ticket', { id: String(ticket.id) })} />
          </div>
        )}
        <Assignee ticket={ticket} staff={staff} me={me} />
      </div>
    </CardSection>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-9 grid-cols-[6rem_minmax(0,1fr)] items-center gap-3 border-b border-line py-1.5 last:border-0">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Assignee({ ticket: { id, assignee }, staff, me }: TicketAboutProps) {
  const t = useText(adminTicketsText)
  const [isBusy, setIsBusy] = useState(false)
  const others = staff.filter((one) => one.id !== assignee?.id)
  const [chosen, setChosen] = useState('')
  const next = others.find((one) => String(one.id) === chosen)
  const isMine = assignee?.id === me.id
  const whose = assignee === null ? t('unassignedYet') : t('takenBy', { name: assignee.name })

  async function assign(to: Colleague | undefined): Promise<void> {
    setIsBusy(true)
    try {
      const body = { assignee_id: to?.id ?? null, from: assignee?.id ?? null }
      await call(assignTicket, { params: { id }, body })
      setChosen('')
      toast('success', to === undefined ? t('let') : t('assigned', { name: to.name }))
    } catch (error) {
      toast('error', messageOf(error, t('assignFailed')))
    }
    // Also after a failure: a colleague may have taken it.
    await reread(getAdminTicket)
    setIsBusy(false)
  }

  return (
    <section aria-label={t('assignee')} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14">{isMine ? t('takenByMe') : whose}</p>
        <Button
          tone="secondary"
          size="small"
          isBusy={isBusy}
          onClick={() => void assign(isMine ? undefined : me)}
        >
          {t(isMine ? 'letGo' : 'take')}
        </Button>
      </div>
      {others.some((one) => one.id !== me.id) && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <SelectField
            label={t('handTo')}
            name="assignee"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            options={[
              { value: '', label: '–' },
              ...others
                .filter((one) => one.id !== me.id)
                .map(({ id: value, name }) => ({ value: String(value), label: name })),
            ]}
          />
          <Button
            tone="secondary"
            isBusy={isBusy}
            isDisabled={next === undefined}
            onClick={() => void assign(next)}
          >
            {t('hand')}
          </Button>
        </div>
      )}
    </section>
  )
}
