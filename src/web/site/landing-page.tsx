import { siteText } from '#web/messages/en/site.ts'
import { say, useText } from '#web/messages/text.ts'
import { pageTitle } from '#web/page-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Guilloche } from '#web/ui/guilloche.tsx'
import type { Route } from './+types/landing-page.ts'
import { Features, Platforms, Questions, Steps } from './landing-sections.tsx'

/** No hydration: the boot script alone. */
export const handle = { isStatic: true }

export const meta: Route.MetaFunction = () =>
  pageTitle(say(siteText, 'landingTitle'), say(siteText, 'landingDescription'))

export default function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Platforms />
      <Steps />
      <Questions />
      <Closing />
    </>
  )
}

function Hero() {
  const t = useText(siteText)
  return (
    <section className="relative overflow-hidden border-b border-line">
      <Guilloche className="-end-40 -top-16 size-[38rem] max-wide:-end-56 max-wide:-top-28 max-wide:size-[30rem]" />
      <div className="relative mx-auto grid max-w-content justify-items-start gap-5 px-4 pt-14 pb-20 wide:px-7 wide:pt-20 wide:pb-28">
        <p className="rounded-chip bg-foil-soft px-2 py-1 text-14 font-semibold text-foil-ink">
          {t('heroBonus')}
        </p>
        <h1 className="max-w-[46rem] text-hero font-bold tracking-tight">{t('heroTitle')}</h1>
        <p className="max-w-[36rem] text-17 text-ink-2">{t('heroLead')}</p>
        <Calls />
      </div>
    </section>
  )
}

function Closing() {
  const t = useText(siteText)
  return (
    <section className="relative overflow-hidden">
      <Guilloche className="-start-40 -bottom-60 size-[30rem]" />
      <div className="relative mx-auto grid max-w-content justify-items-center gap-7 px-4 py-20 text-center wide:py-28">
        <h2 className="max-w-[36rem] text-40 font-bold tracking-tight">{t('callTitle')}</h2>
        <Calls />
      </div>
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
