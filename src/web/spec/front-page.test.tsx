import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { frontSections } from '#contract/settings/front-sections.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { landingText } from '#web/site/landing/texts.en.ts'
import { type Answer, ownConfig } from '#web/testing/answer-calls.ts'
import { expectShown, missingOf, openHere } from '#web/testing/expect-screens.ts'

// The operator's settings for the front page and the footer.

const shipped = { title: null, line: null, button: null, hidden: [] }
const config = (members: object): Answer => [
  getConfig,
  {
    ...ownConfig,
    claims: [{ value: '15,000+', label: 'clients' }],
    testimonials: [{ name: 'Minh', role: null, text: 'It came within the hour.' }],
    ...members,
  },
]
/** The heading of each section. */
const headings: Record<(typeof frontSections)[number], string> = {
  features: landingText.ledgerTitle,
  refunds: landingText.orderTitle,
  services: siteText.servicesTitle,
  faq: siteText.faqTitle,
  how: siteText.howTitle,
  never: landingText.neverTitle,
  testimonials: siteText.testimonialsTitle,
  figures: siteText.claimsTitle,
  closing: siteText.callTitle,
}
/** In page order; the figures have a label instead of a heading. */
const sectionsShown = () =>
  [...document.querySelectorAll('main section')].flatMap((section) => {
    const text = section.getAttribute('aria-label') ?? section.querySelector('h2')?.textContent
    return frontSections.filter((name) => headings[name] === text)
  })

test('the front page has every section of the specification, in its order', async () => {
  await openHere({ at: '/', answers: [config({})] })
  await expectShown({ heading: [siteText.heroTitle], link: ['Features', 'Services', 'FAQ'] })
  expect(sectionsShown()).toEqual(frontSections)
})

test.each(frontSections)('without the section %s the others stay, and no link leads to it', async (name) => {
  await openHere({ at: '/', answers: [config({ front_page: { ...shipped, hidden: [name] } })] })
  await expectShown({ heading: [siteText.heroTitle] })
  expect(sectionsShown()).toEqual(frontSections.filter((one) => one !== name))
  const header = page.getByRole('banner')
  const links = ['features', 'services', 'faq'].filter((one) =>
    header.element().querySelector(`a[href$="#${one}"]`),
  )
  expect(links).toEqual(['features', 'services', 'faq'].filter((one) => one !== name))
})

test("the hero and the footer show the operator's texts", async () => {
  const own = { title: 'Grow with Acme', line: 'Since 2020.', button: 'Join Acme', hidden: [] }
  const links = [
    { label: 'Our channel', url: 'https://t.me/acme' },
    { label: 'All answers', url: '/faq' },
  ]
  await openHere({
    at: '/',
    answers: [config({ front_page: own, footer: { line: 'Acme Ltd', links } })],
  })
  await expectShown({
    heading: ['Grow with Acme'],
    link: ['Join Acme', 'Our channel', 'All answers'],
    text: ['Since 2020.', 'Acme Ltd'],
  })
  expect(missingOf({ heading: [siteText.heroTitle] })).toHaveLength(1)
  const channel = page.getByRole('link', { name: 'Our channel' })
  await expect.element(channel).toHaveAttribute('href', 'https://t.me/acme')
  await expect.element(channel).toHaveAttribute('rel', 'noopener')
})

test('only a sandbox suggests running your own', async () => {
  await openHere({ at: '/', answers: [config({ sandbox: true })] })
  await expectShown({ heading: [landingText.ownTitle] })
  await openHere({ at: '/', answers: [config({ sandbox: false })] })
  await expectShown({ heading: [siteText.callTitle] })
  expect(missingOf({ heading: [landingText.ownTitle] })).toHaveLength(1)
})
