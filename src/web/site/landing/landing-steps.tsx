import type { PublicConfig } from '#contract/settings/public-config.ts'
import { QuestionList } from '#web/parts/landing/question-list.tsx'
import { Section } from '#web/parts/landing/landing-sections.tsx'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

export function Features() {
  const t = useText(siteText)
  const features = [
    { title: t('featureExact'), text: t('featureExactText') },
    { title: t('featureRefund'), text: t('featureRefundText') },
    { title: t('featureOnce'), text: t('featureOnceText') },
    { title: t('featureLive'), text: t('featureLiveText') },
  ]
  return (
    <ul className="grid border-t border-line">
      {features.map(({ title, text }) => (
        <li key={title} className="grid content-start gap-1 border-b border-line py-4">
          <h3 className="text-17 font-bold">{title}</h3>
          <p className="text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}

export function Steps() {
  const t = useText(siteText)
  const steps = [
    { title: t('howOne'), text: t('howOneText') },
    { title: t('howTwo'), text: t('howTwoText') },
    { title: t('howThree'), text: t('howThreeText') },
  ]
  return (
    <Section id="how" height="later-138 wide:later-86" title={t('howTitle')}>
      <ol className="grid gap-7 wide:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid content-start gap-2 border-t-2 border-petrol pt-4">
            <span aria-hidden className="text-14 font-semibold text-petrol">
              {index + 1}
            </span>
            <h3 className="text-17 font-bold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function Questions({ more }: { more: PublicConfig['faq'] }) {
  const t = useText(siteText)
  return (
    <Section id="faq" height="later-131 wide:later-142" title={t('faqTitle')} isRaised>
      <QuestionList more={more} />
    </Section>
  )
}
