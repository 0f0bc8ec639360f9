import { Fragment, type ReactNode } from 'react'
import { listPicks } from '#contract/catalogue/service-pages.ts'
import { getFigures } from '#contract/reports/reports.ts'
import type { FrontSection } from '#contract/settings/front-sections.ts'
import { getConfig, type PublicConfig } from '#contract/settings/public-config.ts'
import { siteDefaults } from '#contract/settings/site-defaults.ts'
import { apiContext, languageContext } from '#web/platform/page/load-context.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import type { Route } from './+types/landing-page.ts'
import { calculate, listOffered } from '#web/site/pricing/calculate.ts'
import { Testimonials } from '#web/parts/landing/landing-sections.tsx'
import { ShopFigures } from './landing-figures.tsx'
import { LedgerBand } from './landing-ledger.tsx'
import { WorkedOut } from './landing-order.tsx'
import { NeverBand, OwnBand } from './landing-promises.tsx'
import { Rates } from './landing-rates.tsx'
import { Questions, Steps } from './landing-steps.tsx'
import { PriceCalculator } from './price-calculator.tsx'
import { SiteData } from '#web/parts/site/structured-data.tsx'
import { workLedger, workOrder } from './worked-example.ts'

/** No hydration: only the boot script. */
export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const t = textOf(matches, siteText)
  const { title, line } = loaderData?.told.front_page ?? siteDefaults.front_page
  return pageTitle(matches, title ?? t('landingTitle'), line ?? t('landingDescription'))
}

type Told = Pick<PublicConfig, 'bonuses' | 'claims' | 'testimonials' | 'faq' | 'front_page'>
const nothingTold: Told = {
  bonuses: [],
  claims: [],
  testimonials: [],
  faq: [],
  front_page: siteDefaults.front_page,
}

/** The operator's claims, the catalogue and the counts. The page renders without any of them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const { signal } = request
  const [told, picks, figures] = await Promise.all([
    call(getConfig, { query: { language: context.get(languageContext) } }, { signal }).catch(
      () => nothingTold,
    ),
    call(listPicks, undefined, { signal }).catch(() => undefined),
    call(getFigures, undefined, { signal }).catch(() => undefined),
  ])
  const { bonuses, claims, testimonials, faq, front_page } = told
  const platforms = picks?.platforms ?? []
  return {
    told: { bonuses, claims, testimonials, faq, front_page },
    services: picks?.services ?? 0,
    readAt: picks?.read_at,
    platforms,
    figures,
    calculation: calculate(platforms, new URL(request.url).searchParams),
  }
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { told, services, readAt, platforms, figures, calculation } = loaderData
  const { isSandbox } = useSite()
  const order = workOrder()
  const sections = {
    features: <LedgerBand lines={workLedger(order, told.bonuses)} />,
    refunds: <WorkedOut order={order} />,
    services: <Rates platforms={platforms} readAt={readAt} startTimes={figures?.start_times ?? []} />,
    faq: <Questions more={told.faq} />,
    how: <Steps />,
    never: <NeverBand />,
    testimonials: <Testimonials testimonials={told.testimonials} />,
    figures: (
      <ShopFigures claims={told.claims} services={services} platforms={platforms.length} figures={figures} />
    ),
    // Only in the sandbox, whose visitors may want the software; a shop's customers do not.
    own: isSandbox && <OwnBand />,
    closing: <Closing button={told.front_page.button} />,
  } satisfies Record<FrontSection | 'own', ReactNode>
  const hidden: readonly string[] = told.front_page.hidden
  return (
    <>
      <SiteData />
      <Hero bonuses={told.bonuses} own={told.front_page}>
        <PriceCalculator calculation={calculation} offered={listOffered(platforms)} />
      </Hero>
      {Object.entries(sections).map(
        ([name, section]) => !hidden.includes(name) && <Fragment key={name}>{section}</Fragment>,
      )}
    </>
  )
}

type HeroProps = Pick<Told, 'bonuses'> & { own: Told['front_page']; children: ReactNode }

function Hero({ bonuses, own, children }: HeroProps) {
  const format = useFormat()
  const t = useText(siteText)
  const steps = bonuses.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const told = steps.map(({ from, percent }, at) =>
    t(at === 0 ? 'heroBonus' : 'heroBonusMore', {
      percent: String(percent),
      from: format.moneyBrief(from),
    }),
  )
  return (
    <section className="overflow-hidden border-b border-line">
      <Guilloche isEdge className="wide:hidden" />
      <div className="mx-auto grid max-w-content gap-10 px-4 pt-7 pb-14 wide:grid-cols-[minmax(0,1fr)_27rem] wide:gap-14 wide:px-7 wide:pt-14 wide:pb-20">
        <div className="grid min-w-0 content-start justify-items-start gap-5">
          {told.length > 0 && (
            <p className="rounded-chip bg-foil-soft px-2 py-1 text-14 font-semibold text-foil-ink">
              {told.join(', ')}
            </p>
          )}
          <h1 className="text-hero font-bold tracking-tight">{own.title ?? t('heroTitle')}</h1>
          <p className="max-w-[36rem] text-17 text-ink-2">{own.line ?? t('heroLead')}</p>
          <Calls button={own.button} />
          <div className="mt-auto flex items-center gap-5 pt-7 text-ink-2 max-wide:hidden">
            <Guilloche className="size-36 mask-center" />
            <p className="max-w-60">{t('seal')}</p>
          </div>
        </div>
        {children}
      </div>
    </section>
  )
}

function Closing({ button }: CallsProps) {
  const t = useText(siteText)
  return (
    <section className="later-125 wide:later-104">
      <div className="mx-auto grid max-w-content justify-items-center gap-7 px-4 py-20 text-center wide:py-28">
        <h2 className="max-w-[36rem] text-40 font-bold tracking-tight">{t('callTitle')}</h2>
        <Calls button={button} />
      </div>
      <Guilloche isEdge />
    </section>
  )
}

type CallsProps = { button: string | null }

function Calls({ button }: CallsProps) {
  const t = useText(siteText)
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/register" size="large" className="signed-in:hidden">
        {button ?? t('createAccount')}
      </LinkButton>
      <LinkButton to="/dashboard" size="large" className="signed-out:hidden">
        {t('goToDashboard')}
      </LinkButton>
      <LinkButton to="/services" size="large" tone="secondary">
        {t('seePrices')}
      </LinkButton>
    </div>
  )
}
