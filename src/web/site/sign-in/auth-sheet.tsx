import type { ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { authText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'

type AuthSheetProps = {
  title: string
  lead: string
  /** Without a form it shows a message with a link, which needs no script. */
  hasForm?: boolean
  /** In the bare layout: only the form, centred. */
  isBare?: boolean
  children: ReactNode
}

/** The form of an account page on the left; on wide screens, information about accounts on the right. */
export function AuthSheet({ title, lead, hasForm = true, isBare = false, children }: AuthSheetProps) {
  return (
    <div
      className={cx(
        'mx-auto grid items-start gap-14 px-4 py-10',
        isBare
          ? 'max-w-form'
          : 'max-w-content wide:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] wide:px-7 wide:py-20',
      )}
    >
      <div className="grid gap-5">
        <PageHeading lead={lead}>{title}</PageHeading>
        {hasForm && <NeedsScript />}
        {children}
      </div>
      {!isBare && <Assurances />}
    </div>
  )
}

/** These forms are submitted by script: without it they are disabled, with a message. */
function NeedsScript() {
  const t = useText(commonText)
  return (
    <noscript>
      <Alert>{t('needsScript')}</Alert>
    </noscript>
  )
}

function Assurances() {
  const t = useText(authText)
  const lines = [
    { title: t('sheetBalance'), text: t('sheetBalanceText') },
    { title: t('sheetExact'), text: t('sheetExactText') },
    { title: t('sheetRefund'), text: t('sheetRefundText') },
  ]
  return (
    <aside className="drop-shadow-receipt max-wide:hidden wide:justify-self-end">
      <div className="perforated w-96 overflow-hidden rounded-t-card bg-surface px-7 pb-14">
        <Guilloche className="-mx-7 h-28 mask-top" />
        <h2 className="pt-5 pb-5 text-20 font-bold">{t('sheetTitle')}</h2>
        <dl className="grid gap-4 border-t border-dashed border-line-strong pt-5">
          {lines.map(({ title, text }) => (
            <div key={title} className="grid gap-1">
              <dt className="font-semibold">{title}</dt>
              <dd className="text-14 text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
