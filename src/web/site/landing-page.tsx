import { getConfig, type PublicConfig } from '#contract/settings.ts'
import { apiContext, languageContext } from '#web/load-context.ts'
import { useFormat } from '#web/language/use-format.ts'
import { siteText } from '#web/messages/site.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from './page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Guilloche } from '#web/ui/guilloche.tsx'
import type { Route } from './+types/landing-page.ts'
import { Claims, Testimonials } from './landing-claims.tsx'
import { Features, Platforms, Questions, Steps } from './landing-sections.tsx'

/** No hydration: the boot script alone. */
export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, siteText)
  return pageTitle(matches, t('landingTitle'), t('landingDescription'))
}

type Told = Pick<PublicConfig, 'bonuses' | 'claims' | 'testimonials' | 'faq'>

/** What the operator says of the shop. The page stands without it. */
export async function loader({ context }: Route.LoaderArgs): Promise<Told> {
  try {
    const asked = { query: { language: context.get(languageContext) } }
    const { bonuses, claims, testimonials, faq } = await context.get(apiContext)(getConfig, asked)
    return { bonuses, claims, testimonials, faq }
  } catch {
    return { bonuses: [], claims: [], testimonials: [], faq: [] }
  }
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { bonuses, claims, testimonials, faq } = loaderData
  return (
    <>
      <Hero bonuses={bonuses} />
      <Claims claims={claims} />
      <Features />
      <Platforms />
      <Steps />
      <Testimonials testimonials={testimonials} />
      <Questions more={faq} />
      <Closing />
    </>
  )
}

function Hero({ bonuses }: Pick<Told, 'bonuses'>) {
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
      <div className="mx-auto grid max-w-content gap-10 px-4 wide:grid-cols-[minmax(0,46rem)_minmax(0,1fr)] wide:px-7">
        <div className="grid min-w-0 justify-items-start gap-5 pt-10 pb-20 wide:pt-20 wide:pb-28">
          {told.length > 0 && (
            <p className="rounded-chip bg-foil-soft px-2 py-1 text-14 font-semibold text-foil-ink">
              {told.join(', ')}
            </p>
          )}
          <h1 className="max-w-[46rem] text-hero font-bold tracking-tight">{t('heroTitle')}</h1>
          <p className="max-w-[36rem] text-17 text-ink-2">{t('heroLead')}</p>
          <Calls />
        </div>
        <Guilloche className="mask-center max-wide:hidden wide:-me-40" />
      </div>
    </section>
  )
}

function Closing() {
  const t = useText(siteText)
  return (
    <section>
      <div className="mx-auto grid max-w-content justify-items-center gap-7 px-4 py-20 text-center wide:py-28">
        <h2 className="max-w-[36rem] text-40 font-bold tracking-tight">{t('callTitle')}</h2>
        <Calls />
      </div>
      <Guilloche isEdge />
    </section>
  )
}

function Calls() {
  const t = useText(siteText)
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/register" size="large" className="signed-in:hidden">
        {t('createAccount')}
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
