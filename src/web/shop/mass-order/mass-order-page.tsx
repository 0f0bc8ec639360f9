import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#contract/base/limits.ts'
import { massOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { DraftNote } from '#web/platform/drafts/draft-note.tsx'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { loadOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import type { Route } from './+types/mass-order-page.ts'
import type { CheckedLines as Lines } from './check-lines.ts'
import { CheckedLines } from './checked-lines.tsx'
import { LinesBox, type LinesBoxHandle } from './lines-box.tsx'
import { MassOrderResults } from './mass-order-results.tsx'
import { addFundsPath, MassOrderBar, MassOrderSummary } from './mass-order-summary.tsx'
import { useMassOrder } from './use-mass-order.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, massOrderText)('title'))

/** Only the customer's own prices are shown. */
export async function clientLoader() {
  await loadOwnRates()
  return null
}

export const shouldRevalidate = () => false

export default function MassOrderPage() {
  const t = useText(massOrderText)
  const navigate = useNavigate()
  const order = useMassOrder()
  const box = useRef<LinesBoxHandle>(null)
  const { checked, catalogue, outcome } = order

  // Fetched at once: nothing can be checked without it.
  useEffect(() => {
    void catalogue.load()
    // Once, when the page is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Focused before the first paint, since users come here to type. Not on touch screens, where the keyboard would cover
  // the page before it was read.
  useLayoutEffect(() => {
    if (matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])

  const goTo = useCallback((line: number) => box.current?.goTo(line), [])
  const wrong = useWrong(checked)

  async function place(): Promise<void> {
    if (order.shortfall !== undefined && !order.isLocked)
      return void navigate(addFundsPath(order.shortfall.deposit))
    if (await order.place()) return
    const [first] = order.checked?.ready === 0 ? wrong : []
    if (first === undefined) box.current?.focus()
    else box.current?.goTo(first)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void place()
  }

  const { discard } = order
  const onDiscard =
    discard === undefined || order.isLocked
      ? undefined
      : () => {
          discard()
          box.current?.focus()
        }
  const heading = (
    <PageHeading
      lead={t('lead', { max: limits.massLinesMax })}
      aside={
        <LinkButton to="/services" tone="secondary" size="small">
          {t('findServices')}
        </LinkButton>
      }
    >
      {t('title')}
    </PageHeading>
  )
  if (outcome !== undefined)
    return (
      <div className="grid gap-5">
        {heading}
        <MassOrderResults outcome={outcome} order={order} />
      </div>
    )
  return (
    <div className="grid gap-5 max-wide:pb-28">
      {heading}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works in the box */}
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        className="grid grid-cols-1 items-start gap-7 wide:grid-cols-[minmax(0,1fr)_21.75rem]"
      >
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <DraftNote onDiscard={onDiscard} />
          <LinesBox
            value={order.text}
            isLocked={order.isLocked}
            error={order.refusal?.isOfBox === true ? order.refusal.message : undefined}
            wrong={wrong}
            onChange={order.change}
            handle={box}
          />
          {checked !== undefined && <CheckedLines checked={checked} onGoTo={goTo} />}
          {checked === undefined && <Unchecked order={order} />}
        </div>
        <div className="wide:sticky wide:top-20">
          <MassOrderSummary order={order} onPlace={() => void place()} />
        </div>
        <MassOrderBar order={order} onPlace={() => void place()} />
      </form>
    </div>
  )
}

/** The same set object while the same lines are invalid, so that the marks don't re-render at every keystroke. */
function useWrong(checked: Lines | undefined): ReadonlySet<number> {
  const numbers = checked?.lines.filter(({ checked: { problem } }) => problem !== undefined)
  const listed = numbers?.map(({ number }) => number).join(',') ?? ''
  return useMemo(() => new Set(listed === '' ? [] : listed.split(',').map(Number)), [listed])
}

/** While the catalogue is loading or failed to load. */
function Unchecked({ order: { catalogue } }: { order: ReturnType<typeof useMassOrder> }) {
  const t = useText(massOrderText)
  if (catalogue.error !== undefined && !catalogue.isLoading)
    return (
      <Card isFlush>
        <ErrorState message={t('loadFailed')} onRetry={() => void catalogue.load()} />
      </Card>
    )
  return (
    <Card isFlush>
      <SkeletonRows rows={3} label={t('loading')} />
    </Card>
  )
}
