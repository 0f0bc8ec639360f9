import { frameText } from '#web/parts/frame/texts.en.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'

/** The customer's name and balance, and the two most frequent actions. Staff land here too (spec §2), with a link onwards. */
export function Greeting() {
  const t = useText(dashboardText)
  const frame = useText(frameText)
  const user = useSession()?.user
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Guilloche isEdge className="wide:hidden" />
      <div className="flex flex-wrap items-end gap-5 p-5 max-wide:p-4 max-wide:pt-3">
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <PageHeading>{t('greeting', { name: user?.name ?? '' })}</PageHeading>
          <dl className="grid gap-1">
            <dt className="text-14 text-ink-2">{t('balance')}</dt>
            <dd className="text-40 max-narrow:text-28 max-[22.4rem]:text-20">
              <MoneyText amount={user?.balance ?? 0n} decimals={2} />
            </dd>
          </dl>
        </div>
        {/* Separates the text from the buttons if there is room. */}
        <Guilloche className="-my-5 min-w-0 flex-1 self-stretch mask-top max-wide:hidden" />
        <div className="flex flex-wrap gap-3 max-wide:w-full max-narrow:gap-2">
          {user?.role === 'admin' && (
            <LinkButton
              to="/admin/dashboard"
              tone="secondary"
              className="whitespace-nowrap max-wide:flex-auto"
            >
              {frame('adminPanel')}
            </LinkButton>
          )}
          <LinkButton to="/add-funds" tone="secondary" className="whitespace-nowrap max-wide:flex-auto">
            {t('addFunds')}
          </LinkButton>
          <LinkButton to="/new-order" className="whitespace-nowrap max-wide:flex-auto">
            {t('newOrder')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
